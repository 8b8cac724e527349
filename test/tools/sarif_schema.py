#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds SARIF logs against the official JSON schema, by hand: neither the schema nor the validator is part of the
tests, which ask test/lit/check_command/Inputs/sarif_judge.py instead.

    sarif_schema.py SCHEMA LOG...    SCHEMA is sarif-schema-2.1.0.json of OASIS; needs Python's jsonschema
"""
import json
import sys

import jsonschema


def main():
    schema = json.load(open(sys.argv[1]))
    validator = jsonschema.validators.validator_for(schema)(schema)
    wrong = 0
    for path in sys.argv[2:]:
        for error in validator.iter_errors(json.load(open(path))):
            wrong += 1
            print(f"{path}: {list(error.absolute_path)}: {error.message[:200]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
