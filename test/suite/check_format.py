# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""lit's format for test/suite/check: a folder of labelled programs is one test (check_judge.py says what is judged)."""
import pathlib

import lit.formats
import lit.Test

import check_judge
import check_labels


class CheckFormat(lit.formats.TestFormat):
    def __init__(self, detrain, features):
        self.detrain = detrain
        self.features = features

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
        folder = pathlib.Path(suite.getSourcePath(path_in_suite))
        if folder.parent == check_labels.FOLDER and check_labels.programs(folder):
            yield lit.Test.Test(suite, (*path_in_suite, "all"), local_config)

    def execute(self, test, lit_config):
        folder = pathlib.Path(test.getSourcePath()).parent
        programs = check_labels.programs(folder)
        needed = {"nvcc"} if any(path.suffix == ".cu" for path in programs) else set()
        needed |= {"mpi"} if any(map(check_labels.needs_mpi, programs)) else set()
        needed |= {"tbb"} if any(map(check_labels.needs_tbb, programs)) else set()
        if missing := sorted(needed - set(self.features)):
            return lit.Test.Result(lit.Test.UNSUPPORTED,
                                   f"Test requires the following unavailable features: {', '.join(missing)}")
        labels, wrong, complaints = check_judge.judge(self.detrain, folder)
        complaints += check_judge.complaints_about(folder, wrong, labels)
        result = lit.Test.Result(lit.Test.FAIL if complaints else lit.Test.PASS, "\n".join(complaints))
        result.addMetric("sites", lit.Test.toMetricValue(len(labels)))
        result.addMetric("pending", lit.Test.toMetricValue(len(wrong)))
        return result
