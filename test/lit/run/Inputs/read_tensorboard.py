"""What TensorBoard itself reads of a folder of event files: each tag with its steps and values."""
import sys

from tensorboard.backend.event_processing import event_accumulator

board = event_accumulator.EventAccumulator(sys.argv[1], size_guidance={event_accumulator.SCALARS: 0})
board.Reload()
for tag in sorted(board.Tags()["scalars"]):
    print(tag, *(f"{event.step}:{event.value:g}" for event in board.Scalars(tag)))
