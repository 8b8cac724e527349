# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Holds a SARIF log to what the standard (2.1.0) demands of the parts that detrain writes, and to what GitHub's code
scanning demands on top. Needs nothing but Python; test/tools/sarif_schema.py asks the official schema itself.

    sarif_judge.py LOG
"""
import json
import re
import sys

LEVELS = {"none", "note", "warning", "error"}


def judge_region(region, complaints):
    line = region.get("startLine", 0)
    if line < 1 or region.get("endLine", line) != line:
        complaints.append(f"not a region of one line: {region}")
    if "startColumn" in region and not 1 <= region["startColumn"] < region["endColumn"]:
        complaints.append(f"columns: {region}")


def judge_place(place, complaints):
    physical = place["physicalLocation"]
    uri = physical["artifactLocation"]["uri"]
    if re.match(r"[a-z]+:|/", uri) or ".." in uri.split("/") or " " in uri:
        complaints.append(f"not a relative URI: {uri}")
    if physical["artifactLocation"].get("uriBaseId") != "%SRCROOT%":
        complaints.append(f"no uriBaseId: {uri}")
    judge_region(physical["region"], complaints)


def judge_result(result, rules, complaints):
    if rules[result["ruleIndex"]]["id"] != result["ruleId"]:
        complaints.append(f"ruleIndex of {result['ruleId']}")
    if result["level"] not in LEVELS or not result["message"]["text"]:
        complaints.append(f"level or message of {result['ruleId']}")
    if not re.fullmatch(r"[0-9a-f]{1,16}:[1-9][0-9]*", result["partialFingerprints"]["primaryLocationLineHash"]):
        complaints.append(f"primaryLocationLineHash of {result['ruleId']}")
    for place in result["locations"]:
        judge_place(place, complaints)
    for flow in result.get("codeFlows", []):
        for thread in flow["threadFlows"]:
            for step in thread["locations"]:
                judge_place(step["location"], complaints)


def judge(log):
    complaints = []
    if log["version"] != "2.1.0" or "2.1.0" not in log["$schema"] or len(log["runs"]) != 1:
        complaints.append("version, $schema or runs")
    run = log["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    if len({rule["id"] for rule in rules}) != len(rules):
        complaints.append("a rule twice")
    for rule in rules:
        for member in ("help", "shortDescription", "fullDescription"):
            if not rule[member]["text"]:
                complaints.append(f"{member} of {rule['id']}")
    if not re.fullmatch(r"file:///.*/", run["originalUriBaseIds"]["%SRCROOT%"]["uri"]):
        complaints.append("originalUriBaseIds")
    if not run["results"]:
        complaints.append("no result to judge")
    for result in run["results"]:
        judge_result(result, rules, complaints)
    return complaints


if __name__ == "__main__":
    found = judge(json.load(open(sys.argv[1])))
    print("\n".join(found))
    sys.exit(1 if found else 0)
