// The formats of detrain check. RUN lines work in a copy, so that paths are short.
// RUN: rm -rf %t && mkdir -p %t/.git && cp %s %t/k.c && cd %t
// DEFINE: %{format} = text
// DEFINE: %{check} = %detrain check k.c --format=%{format} -- -ffast-math

// RUN: %{check} 2>summary | FileCheck %s --check-prefix=TEXT
// TEXT: k.c:1:1: warning: -ffast-math {{.*}} [detrain-fast-math]
// TEXT-NEXT: // The formats
// TEXT-NEXT: ^
// TEXT-NEXT: = help:
// RUN: grep -x 'detrain: 1 warning' summary

// REDEFINE: %{format} = json
// RUN: %{check} | FileCheck %s --check-prefix=JSON
// JSON: "schema": "detrain-findings/1"
// JSON: "rule": "detrain-fast-math"
// JSON-NEXT: "severity": "warning"
// JSON-NEXT: "file": "k.c"
// JSON: "reaches": "state"
// JSON: "fingerprint": "{{[0-9a-f]+}}"

// REDEFINE: %{format} = github
// RUN: %{check} | FileCheck %s --check-prefix=GITHUB
// GITHUB: {{^}}::warning file=k.c,line=1,col=1,title=detrain-fast-math::-ffast-math

// REDEFINE: %{format} = rdjsonl
// RUN: %{check} | FileCheck %s --check-prefix=RDJSONL
// RDJSONL: {{^}}{"message":"-ffast-math{{.*}}"path":"k.c"{{.*}}"severity":"WARNING"

// REDEFINE: %{format} = sarif
// RUN: %{check} >k.sarif && python3 %S/Inputs/sarif_judge.py k.sarif
// Paths are of the repository, wherever detrain is called.
// RUN: mkdir sub && cd sub && cp ../k.c . && %{check} | FileCheck %s --check-prefix=DEEPER
// DEEPER: "uri": "sub/k.c"
float half(float x) { return 0.5f * x; }
