# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""State as programs keep it: variables that belong together, and what is done with them.

A store says nothing of where its variables live; places.py does. In its text @ stands for the store's number, $w for its
variable w wherever that lives, $draw(x) for a call of its function draw. `g` is the float that the program computes, `s` the
number of the step.

    make     before the loops
    learn    a step of training: changes the store and g
    look     a step of sampling or evaluation: changes g, and of the store what such a step changes
    turn     between two loops
    show     a double that is printed behind a loop
"""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Store:
    fields: tuple  # (declaration of $name, initial value as it is written behind a declaration)
    learn: str
    look: str
    show: str
    make: str = ""
    turn: str = ""
    types: str = ""
    functions: tuple = ()  # (type, name, parameters, body)
    cpp: bool = False


ROW = "for (int k = 0; k < 3; k++) "
LAYER = "for (int l = 0; l < LAYERS; l++) "

STORES = {
    "row": Store(
        fields=(("double *$weight", ""), ("double *$moment", ""), ("unsigned long $state", "= 7")),
        functions=(("double", "draw", "", "$state = $state * 6364136223846793005ul + 1442695040888963407ul; "
                    "return (double)($state >> 40) / 16777216.0 - 0.5;"),
                   ("double", "predict", "const double *x", "double sum = 0; " + ROW + "sum += $weight[k] * x[k]; return sum;")),
        make="$weight = (double *)calloc(3, sizeof(double)); $moment = (double *)calloc(3, sizeof(double));",
        learn="double x[3], target = 0; " + ROW + "{ x[k] = $draw(); target += (k + 1) * x[k]; } double error = $predict(x) - target; "
              + ROW + "{ $moment[k] = 0.9 * $moment[k] + 0.1 * error * x[k]; $weight[k] -= 0.5 * $moment[k]; } g += (float)error;",
        look="double x[3]; " + ROW + "x[k] = $draw(); for (int t = 3; t >= 1; t--) { double p = $predict(x); " + ROW
             + "x[k] -= 0.1 * p * $draw(); } g += 0.1f * (float)x[0];",
        turn=ROW + "$moment[k] = 0;", show="$weight[0] + $moment[1] + (double)($state >> 60)"),
    "table": Store(
        fields=(("float *$w[LAYERS]", ""), ("float *$m[LAYERS]", "")),
        make=LAYER + "{ $w[l] = (float *)malloc((size_t)(l + 2) * sizeof(float)); $m[l] = (float *)calloc((size_t)(l + 2), sizeof(float)); "
             "for (int k = 0; k < l + 2; k++) $w[l][k] = 0.1f * (float)(k + l); }",
        learn=LAYER + "for (int k = 0; k < l + 2; k++) { $m[l][k] = 0.5f * $m[l][k] + g; $w[l][k] -= 0.05f * $m[l][k]; } g += $w[s % LAYERS][1];",
        look=LAYER + "g += 0.1f * $w[l][l % 2];", turn=LAYER + "$m[l][0] = 0;", show="$w[0][0] + $m[LAYERS - 1][1]"),
    "layers": Store(
        types="struct layer@ { float *w, *m; int n; };",
        fields=(("struct layer@ *$layers", ""), ("int $updates", "")),
        make="$layers = (struct layer@ *)calloc(LAYERS, sizeof(struct layer@)); " + LAYER + "{ struct layer@ *one = &$layers[l]; one->n = l + 1; "
             "one->w = (float *)calloc((size_t)one->n, sizeof(float)); one->m = (float *)calloc((size_t)one->n, sizeof(float)); one->w[0] = 0.5f; }",
        learn=LAYER + "{ struct layer@ *one = &$layers[l]; for (int k = 0; k < one->n; k++) { one->m[k] = 0.9f * one->m[k] + g; "
              "one->w[k] = 0.9f * one->w[k] - 0.1f * one->m[k]; } g = 0.5f * g + one->w[0]; } $updates++;",
        look="for (const struct layer@ *one = $layers; one < $layers + LAYERS; one++) g += 0.1f * one->w[one->n - 1];",
        turn="for (int k = 0; k < $layers[1].n; k++) $layers[1].m[k] *= 0.5f; $updates = 0;", show="$layers[1].w[1] + $layers[2].m[0] + $updates"),
    "network": Store(
        types="struct adam@ { float *m, *v; int t; };\nstruct network@ { float *w, *gradient; struct adam@ *adam; };",
        fields=(("struct network@ *$net", ""),),
        make="$net = (struct network@ *)malloc(sizeof *$net); $net->w = (float *)calloc(3, sizeof(float)); $net->gradient = (float *)calloc(3, sizeof(float)); "
             "$net->adam = (struct adam@ *)calloc(1, sizeof(struct adam@)); $net->adam->m = (float *)calloc(3, sizeof(float)); "
             "$net->adam->v = (float *)calloc(3, sizeof(float));",
        learn="struct adam@ *a = $net->adam; a->t++; " + ROW + "{ $net->gradient[k] = g + 0.1f * $net->w[k]; a->m[k] = 0.9f * a->m[k] + 0.1f * $net->gradient[k]; "
              "a->v[k] = 0.9f * a->v[k] + 0.1f * $net->gradient[k] * $net->gradient[k]; $net->w[k] -= 0.1f * a->m[k] / (sqrtf(a->v[k]) + 0.1f) / (float)a->t; } g += $net->w[s % 3];",
        look="g = 0.5f * g + $net->w[(s + 1) % 3];", turn="$net->adam->t = 0;", show="$net->w[0] + $net->adam->v[1] + $net->adam->t"),
    "parts": Store(
        fields=(("float *$all", ""), ("float *$w", ""), ("float *$b", "")),
        make="$all = (float *)calloc(8, sizeof(float)); $w = $all; $b = $all + 4; for (int k = 0; k < 8; k++) $all[k] = 0.1f * (float)k;",
        learn="for (int k = 0; k < 4; k++) $w[k] = 0.5f * $w[k] + g * $b[k % 2]; $b[0] = 0.5f * $b[0] + 0.1f * g; g += $w[s % 4];",
        look="g += 0.1f * ($w[1] + $b[0]);", turn="$b[1] *= 0.5f;", show="$all[0] + $all[4] + $all[5]"),
    "seed": Store(
        fields=(("unsigned $seed", "= 3"),),
        functions=(("float", "next", "float scale", "$seed = $seed * 1664525u + 1013904223u; return scale * (float)($seed >> 20) / 4096.0f;"),),
        learn="g += $next(0.5f);", look="if (s % 2) g -= $next(0.25f);", turn="$seed ^= 5u;", show="$seed"),
    "best": Store(
        fields=(("float $tried[3]", ""), ("float $kept[3]", ""), ("float $best", "= 9"), ("int $bad", "")),
        make=ROW + "$tried[k] = 0.25f * (float)k;",
        learn=ROW + "$tried[k] = 0.75f * $tried[k] + 0.2f * g; if (fabsf(g) < $best) { $best = fabsf(g); memcpy($kept, $tried, sizeof $kept); $bad = 0; } "
              "else if (++$bad > 2) { " + ROW + "$tried[k] = $kept[k]; $bad = 0; } g += $tried[1];",
        look="g += 0.5f * ($kept[s % 3] - $tried[0]);", turn=ROW + "$tried[k] = $kept[k];", show="$best + $kept[2] + $tried[0]"),
    "swap": Store(
        fields=(("float *$front", ""), ("float *$back", "")),
        make="$front = (float *)calloc(3, sizeof(float)); $back = (float *)calloc(3, sizeof(float));",
        learn=ROW + "$back[k] = 0.5f * $front[k] + g; float *t = $front; $front = $back; $back = t; g += 0.5f * $front[s % 3];",
        look="g += 0.1f * $front[0] - 0.1f * $back[1];", turn="float *t = $front; $front = $back; $back = t;", show="$front[0] + 2 * $back[0]"),
    "grow": Store(
        fields=(("float *$seen", ""), ("int $used", ""), ("int $room", "")),
        functions=(("void", "push", "float x", "if ($used == $room) { $room = $room ? 2 * $room : 2; "
                    "$seen = (float *)realloc($seen, (size_t)$room * sizeof(float)); } $seen[$used++] = x;"),),
        learn="$push(0.5f * g); g += 0.1f * $seen[s % $used];", look="float sum = 0; for (int k = 0; k < $used; k++) sum += $seen[k]; g += 0.1f * sum;",
        turn="if ($used > 2) $used = 2;", show="$used + ($used ? $seen[0] : 0)"),
    "chain": Store(
        types="struct node@ { float v; struct node@ *next; };",
        fields=(("struct node@ *$head", ""), ("int $count", "")),
        learn="struct node@ *one = (struct node@ *)malloc(sizeof *one); one->v = g; one->next = $head; $head = one; if (++$count > 3) { struct node@ *last = $head; "
              "while (last->next->next) last = last->next; free(last->next); last->next = NULL; $count--; } "
              "for (const struct node@ *q = $head; q; q = q->next) g += 0.05f * q->v;",
        look="for (const struct node@ *q = $head; q; q = q->next) g -= 0.05f * q->v;",
        turn="if ($head && $head->next) { struct node@ *gone = $head; $head = gone->next; free(gone); $count--; }", show="$count + ($head ? $head->v : 0)"),
    "window": Store(
        fields=(("float $window[4]", ""), ("int $at", "")),
        learn="$window[$at] = g; $at = ($at + 1) % 4; g += 0.25f * $window[$at];", look="g += 0.1f * $window[($at + s) % 4];", turn="$at = 0;",
        show="$window[0] + $window[3] + $at"),
    "lazy": Store(
        fields=(("float *$buffer", ""),),
        functions=(("float *", "need", "", "if (!$buffer) $buffer = (float *)calloc(3, sizeof(float)); return $buffer;"),),
        learn="float *b = $need(); b[s % 3] = 0.5f * b[s % 3] + g; g += 0.1f * b[0];", look="g += 0.1f * $need()[s % 3];",
        turn="if ($buffer) $buffer[1] = 0.5f;", show="$buffer ? $buffer[0] + $buffer[1] : 0"),
    "scratch": Store(
        fields=(("float *$w", ""), ("float *$tmp", "")),
        make="$w = (float *)calloc(3, sizeof(float)); $tmp = (float *)calloc(3, sizeof(float));",
        learn=ROW + "$tmp[k] = g * (float)(k + 1) - $w[k]; " + ROW + "$w[k] += 0.2f * $tmp[k]; g += $w[1];",
        look=ROW + "$tmp[k] = 0.5f * $w[k]; g += 0.2f * $tmp[s % 3];",
        turn="free($tmp); $tmp = (float *)calloc(3, sizeof(float));", show="$w[0] + $w[2]"),
    "views": Store(
        types="struct view@ { float **rows; float *bias; };\nstruct pair@ { struct view@ *first, *second; };",
        fields=(("struct pair@ $both", ""), ("float *$data", "")),
        make="$data = (float *)calloc(6, sizeof(float)); struct view@ *made[2]; for (int v = 0; v < 2; v++) { made[v] = (struct view@ *)calloc(1, sizeof(struct view@)); "
             "made[v]->rows = (float **)calloc(3, sizeof(float *)); for (int r = 0; r < 3; r++) made[v]->rows[r] = (float *)calloc(2, sizeof(float)); "
             "made[v]->bias = (float *)calloc(2, sizeof(float)); } $both.first = made[0]; $both.second = made[1];",
        learn="for (int r = 0; r < 3; r++) { $both.first->rows[r][s % 2] += 0.1f * g; $both.second->rows[r][0] = 0.5f * $both.first->rows[r][0]; $data[r] += g; } "
              "$both.second->bias[s % 2] = g; g += 0.2f * $both.second->rows[s % 3][0] + 0.01f * $data[0];",
        look="g += 0.1f * $both.first->rows[s % 3][1] + 0.1f * $both.second->bias[0];",
        turn="struct view@ *t = $both.first; $both.first = $both.second; $both.second = t;", show="$both.first->rows[0][0] + $both.second->bias[1] + $data[1]"),
    "act": Store(
        types="static float half@(float x) { return 0.5f * x; }\nstatic float less@(float x) { return x - 0.25f; }",
        fields=(("float (*$act)(float)", ""), ("float $sum", "")),
        make="$act = half@;", learn="g = $act(g) + 0.1f * $sum; $sum = 0.5f * $sum + g; if (s % 3 == 1) $act = $act == half@ ? less@ : half@;",
        look="g += $act($sum);", turn="$act = less@;", show="$sum + ($act == half@)"),
    "matrix": Store(
        fields=(("float (*$m)[3]", ""), ("float $bias[2][2]", "")),
        make="$m = (float (*)[3])calloc(2, sizeof(float[3])); $m[1][2] = 1;",
        learn="for (int r = 0; r < 2; r++) for (int c = 0; c < 3; c++) $m[r][c] = 0.5f * $m[r][c] + 0.1f * g; $bias[s % 2][0] += g; g += $m[s % 2][2] + 0.1f * $bias[0][0];",
        look="g += 0.1f * $m[1][s % 3] * $bias[s % 2][0];", turn="memset($bias, 0, sizeof $bias);", show="$m[0][0] + $bias[1][0]"),
    "numbers": Store(
        fields=(("FILE *$file", ""), ("int $last", "")),
        make="FILE *f = fopen(\"numbers@.txt\", \"w\"); for (int k = 0; k < 5; k++) fprintf(f, \"%d\\n\", k * k); fclose(f); $file = fopen(\"numbers@.txt\", \"r\");",
        learn="if (fscanf($file, \"%d\", &$last) != 1) { rewind($file); $last = -1; } g += 0.05f * (float)$last;", look="g += 0.1f * (float)$last;",
        turn="rewind($file);", show="$last"),
    "rand": Store(
        fields=(("float $sum", ""),), make="srand(5);", learn="$sum = 0.5f * $sum + 0.01f * (float)(rand() % 100); g += $sum;", look="g += 0.01f * (float)(rand() % 10);",
        show="$sum"),
    "tagged": Store(
        types="struct dense@ { float *w; };\nstruct norm@ { float mean, scale; };\nstruct op@ { int kind; void *own; };",
        fields=(("struct op@ $first", ""), ("struct op@ $second", "")),
        make="struct dense@ *d = (struct dense@ *)malloc(sizeof *d); d->w = (float *)calloc(3, sizeof(float)); struct norm@ *n = (struct norm@ *)malloc(sizeof *n); n->mean = 0; "
             "n->scale = 1; $first.kind = 1; $first.own = d; $second.kind = 2; $second.own = n;",
        learn="if ($first.kind == 1) { struct dense@ *d = (struct dense@ *)$first.own; d->w[s % 3] += 0.1f * g; g += d->w[0]; } if ($second.kind == 2) { "
              "struct norm@ *n = (struct norm@ *)$second.own; n->mean = 0.9f * n->mean + 0.1f * g; g = (g - n->mean) * n->scale; }",
        look="g += ((struct norm@ *)$second.own)->mean;", turn="((struct norm@ *)$second.own)->scale *= 0.5f; $first.kind = 3 - $first.kind;",
        show="((struct dense@ *)$first.own)->w[0] + ((struct norm@ *)$second.own)->mean"),
    "snapshot": Store(
        fields=(("float $w[3]", ""), ("float *$old", "")),
        make=ROW + "$w[k] = 0.3f * (float)k; $old = (float *)malloc(3 * sizeof(float)); memcpy($old, $w, sizeof $w);",
        learn=ROW + "$w[k] = 0.8f * $w[k] + 0.1f * g; g += $w[2] - 0.5f * $old[0];", look=ROW + "g += 0.1f * ($w[k] - $old[k]);",
        turn="memcpy($old, $w, sizeof $w);", show="$w[0] + $old[1]"),
    "calls": Store(
        fields=(("int $sum", ""),), functions=(("int", "tick", "", "static int count = 0; count += 1 + $sum % 2; return count;"),),
        learn="$sum += $tick(); g += 0.01f * (float)$sum;", look="g -= 0.01f * (float)$tick();", turn="$sum = 1;", show="$sum"),
    "current": Store(
        fields=(("float *$rows[3]", ""), ("float *$now", "")),
        make=ROW + "{ $rows[k] = (float *)calloc(2, sizeof(float)); $rows[k][0] = (float)k; } $now = $rows[0];",
        learn="$now[1] += 0.1f * g; $now = $rows[(s + 1) % 3]; g += 0.2f * $now[0] + $now[1];", look="g += 0.1f * $now[1]; $now = $rows[s % 3];", turn="$now = $rows[2];",
        show="$now[1] + $rows[0][1]"),
    "order": Store(
        fields=(("int $order[4]", ""), ("unsigned $mix", "= 11")),
        make="for (int k = 0; k < 4; k++) $order[k] = k;",
        functions=(("void", "shuffle", "", "for (int k = 3; k > 0; k--) { $mix = $mix * 1103515245u + 12345u; int j = (int)($mix >> 16) % (k + 1); int t = $order[k]; "
                    "$order[k] = $order[j]; $order[j] = t; }"),),
        learn="if (s % 4 == 1) $shuffle(); g += 0.1f * (float)$order[s % 4];", look="g -= 0.1f * (float)$order[(s + 1) % 4];", turn="$shuffle();", show="$order[0] + 10 * $order[1]"),
    "rate": Store(
        types="struct settings@ { float rate; int warm; const char *name; };",
        fields=(("struct settings@ $config", ""), ("float $w", "= 1")),
        make="$config.rate = 0.5f; $config.warm = 2; $config.name = \"warm\";",
        learn="$w = 0.9f * $w + $config.rate * g; if (s > $config.warm) { $config.rate *= 0.75f; $config.name = \"run\"; } g += 0.1f * $w;",
        look="g += 0.1f * $w * (float)strlen($config.name);", turn="$config.warm = 1;", show="$w + $config.rate + (double)strlen($config.name)"),
    "samples": Store(
        types="struct sample@ { float x[2]; const float *label; };\nstatic const float labels@[3] = {0.1f, 0.5f, 0.9f};",
        fields=(("struct sample@ *$samples", ""), ("const struct sample@ *$seen", ""), ("float $w[2]", "")),
        make="$samples = (struct sample@ *)calloc(3, sizeof(struct sample@)); " + ROW + "{ $samples[k].x[0] = 0.5f * (float)k; $samples[k].x[1] = 1; $samples[k].label = &labels@[k]; }",
        learn="$seen = &$samples[s % 3]; float e = $w[0] * $seen->x[0] + $w[1] * $seen->x[1] - *$seen->label; $w[0] -= 0.1f * e * $seen->x[0]; $w[1] -= 0.1f * e; g += e;",
        look="if ($seen) g += 0.1f * *$seen->label * $w[1];", turn="$samples[1].label = &labels@[0];", show="$w[0] + $w[1] + ($seen ? $seen->x[0] : 0)"),

    "vectors": Store(
        cpp=True, fields=(("std::vector<float> $w", ""), ("std::vector<float> $m", "")), make="$w.assign(3, 0.5f); $m.assign(3, 0.0f);",
        learn="for (size_t k = 0; k < $m.size(); k++) { $m[k] = 0.9f * $m[k] + g; $w[k] = 0.9f * $w[k] - 0.1f * $m[k]; } g += $w[s % 3];",
        look="for (float x : $w) g += 0.1f * x;", turn="std::fill($m.begin(), $m.end(), 0.0f); $w.push_back(0.25f);", show="$w[0] + $m[1] + $w.back()"),
    "owned": Store(
        cpp=True, types="struct Layer@ { std::vector<float> w; float bias = 0; explicit Layer@(int n) : w(n, 0.5f) {} float Go(float x) { bias = 0.5f * bias + x; w[0] -= 0.1f * bias; return w.back(); } };",
        fields=(("std::vector<std::unique_ptr<Layer@>> $layers", ""),),
        make=LAYER + "$layers.push_back(std::make_unique<Layer@>(l + 1));",
        learn="for (auto &l : $layers) g += 0.2f * l->Go(g);", look="g += 0.2f * $layers[s % LAYERS]->bias;",
        turn="$layers[1] = std::make_unique<Layer@>(2);", show="$layers[0]->w[0] + $layers[1]->bias"),
    "named": Store(
        cpp=True, fields=(("std::map<std::string, std::vector<float>> $params", ""),),
        make="$params[\"w\"] = {1, 2, 3}; $params[\"b\"] = {0.5f};",
        learn="for (auto &p : $params) for (float &x : p.second) x = 0.8f * x + 0.1f * g; g += 0.2f * $params[\"w\"][s % 3];",
        look="auto found = $params.find(\"late\"); g += 0.1f * (found == $params.end() ? $params.at(\"b\")[0] : found->second[0]);",
        turn="$params[\"late\"] = {g, 2};", show="$params.at(\"w\")[0] + $params.size()"),
    "virtual": Store(
        cpp=True, types="struct Base@ { virtual ~Base@() = default; virtual float Go(float x) = 0; };\n"
                        "struct Dense@ : Base@ { std::vector<float> w = std::vector<float>(2, 0.5f); float Go(float x) override { w[0] = 0.5f * w[0] + x; return w[0] - w[1]; } };\n"
                        "struct Norm@ : Base@ { float mean = 0; float Go(float x) override { mean = 0.9f * mean + 0.1f * x; return x - mean; } };",
        fields=(("std::vector<std::unique_ptr<Base@>> $net", ""),),
        make="$net.push_back(std::make_unique<Dense@>()); $net.push_back(std::make_unique<Norm@>());",
        learn="for (const auto &l : $net) g = l->Go(g);", look="g += 0.1f * $net[1]->Go(0.5f);", turn="$net.push_back(std::make_unique<Norm@>());", show="$net[0]->Go(1)"),
    "target": Store(
        cpp=True, types="struct Net@ { float w[3] = {1, 2, 3}; std::vector<float> m; };",
        fields=(("std::shared_ptr<Net@> $net", ""), ("std::shared_ptr<Net@> $target", "")),
        make="$net = std::make_shared<Net@>(); $net->m.resize(3); $target = $net;",
        learn=ROW + "{ $net->m[k] = 0.5f * $net->m[k] + g; $net->w[k] = 0.9f * $net->w[k] - 0.1f * $net->m[k]; } if (s % 3 == 2) $target = std::make_shared<Net@>(*$net); g += 0.3f * $target->w[s % 3];",
        look="g += 0.1f * ($target->w[0] - $net->w[0]);", turn="$target = $net;", show="$net->w[1] + $target->w[0] + (double)$target.use_count()"),
    "twister": Store(
        cpp=True, fields=(("std::mt19937 $gen", "{7}"), ("std::normal_distribution<float> $normal", "{0, 1}")),
        learn="g += 0.1f * $normal($gen);", look="g += 0.1f * std::uniform_real_distribution<float>(0, 1)($gen);", turn="$gen.seed(3); $normal.reset();",
        show="(double)($gen() % 16)"),
    "optimizer": Store(
        cpp=True, types="struct Param@ { std::vector<float> w, gradient; };\nstruct Optimizer@ { std::vector<Param@ *> params; std::vector<std::vector<float>> moments; float rate = 0.1f;\n"
                        "  void Add(Param@ *p) { params.push_back(p); moments.emplace_back(p->w.size()); }\n"
                        "  void Step() { for (size_t i = 0; i < params.size(); i++) for (size_t k = 0; k < params[i]->w.size(); k++) { moments[i][k] = 0.5f * moments[i][k] + params[i]->gradient[k]; "
                        "params[i]->w[k] -= rate * moments[i][k]; } } };",
        fields=(("std::vector<std::unique_ptr<Param@>> $params", ""), ("Optimizer@ $optimizer", "")),
        make="for (int p = 1; p < 3; p++) { $params.push_back(std::make_unique<Param@>(Param@{std::vector<float>(p + 1, 1.0f), std::vector<float>(p + 1)})); $optimizer.Add($params.back().get()); }",
        learn="for (auto &p : $params) for (size_t k = 0; k < p->w.size(); k++) p->gradient[k] = g + 0.1f * p->w[k]; $optimizer.Step(); g += 0.2f * $params[s % 2]->w[0];",
        look="g += 0.1f * $params[1]->w[2];", turn="$optimizer.rate *= 0.5f; $optimizer.moments[0].assign(2, 0.0f);", show="$params[0]->w[0] + $optimizer.moments[1][1] + $optimizer.rate"),
    "replay": Store(
        cpp=True, types="struct Seen@ { float g; int s; };", fields=(("std::deque<Seen@> $replay", ""),),
        learn="$replay.push_back({g, s}); if ($replay.size() > 3) $replay.pop_front(); g += 0.2f * $replay.front().g;",
        look="for (const auto &one : $replay) g += 0.05f * one.g;", turn="if (!$replay.empty()) $replay.pop_back();", show="$replay.size()"),
    "text": Store(
        cpp=True, fields=(("std::string $said", ""),), learn="$said += (char)('a' + s % 26); g += 0.01f * (float)$said.size();",
        look="if (!$said.empty()) g += 0.001f * (float)$said.back();", turn="$said = \"turned\";", show="(double)$said.size()"),
    "array": Store(
        cpp=True, types="struct Cell@ { std::unique_ptr<float[]> w; int n = 0; };", fields=(("std::array<Cell@, 2> $cells", ""),),
        make="for (auto &c : $cells) { c.n = 2; c.w.reset(new float[2]{0.5f, 0.25f}); }",
        learn="for (auto &c : $cells) for (int k = 0; k < c.n; k++) c.w[k] = 0.5f * c.w[k] + 0.2f * g; g += $cells[s % 2].w[1];", look="g += 0.1f * $cells[0].w[0];",
        turn="std::swap($cells[0], $cells[1]); $cells[0].w[0] = 0;", show="$cells[0].w[0] + $cells[1].w[1]"),
    "maybe": Store(
        cpp=True, fields=(("std::optional<std::vector<float>> $held", ""),),
        learn="if (!$held) $held = std::vector<float>(2, g); else (*$held)[s % 2] = 0.5f * (*$held)[0] + 0.3f * g; g += 0.3f * (*$held)[0];", look="if ($held) g += 0.1f * (*$held)[1];",
        turn="$held.reset();", show="$held ? (*$held)[0] : 0.0"),
    "rows": Store(
        cpp=True, fields=(("std::vector<std::vector<float>> $rows", ""),), make="for (int r = 0; r < 3; r++) $rows.emplace_back(r + 1, 0.5f);",
        learn="for (auto &row : $rows) for (auto &x : row) x = 0.7f * x + 0.2f * g; g += 0.3f * $rows[s % 3].back();", look="g += 0.2f * $rows[s % 3][0];",
        turn="$rows.emplace_back(2, 0.125f);", show="$rows[0][0] + $rows.back()[1 % $rows.back().size()]"),
    "raw": Store(
        cpp=True, types="class Block@ { public: virtual ~Block@() = default; virtual void Update(float g) = 0; virtual float Out() const = 0; };\n"
                        "class Gain@ : public Block@ { float gain = 1; public: void Update(float g) override { gain = 0.9f * gain + 0.1f * g; } float Out() const override { return gain; } };\n"
                        "class Delay@ : public Block@ { float *last; int n; public: explicit Delay@(int count) : last(new float[count]()), n(count) {}\n"
                        "  void Update(float g) override { for (int k = n - 1; k > 0; k--) last[k] = last[k - 1]; last[0] = g; } float Out() const override { return last[n - 1]; } };",
        fields=(("Block@ *$blocks[LAYERS]", ""),), make="$blocks[0] = new Gain@; $blocks[1] = new Delay@(2); $blocks[2] = new Delay@(3);",
        learn="for (Block@ *b : $blocks) { b->Update(g); g = 0.7f * g + 0.2f * b->Out(); }", look="for (const Block@ *b : $blocks) g += 0.1f * b->Out();",
        turn="delete $blocks[2]; $blocks[2] = new Gain@;", show="$blocks[0]->Out() + $blocks[2]->Out()"),
    "counts": Store(
        cpp=True, fields=(("std::unordered_map<int, float> $counts", ""), ("std::set<int> $known", "")),
        learn="$counts[s % 3] += 0.1f * g; if ($known.insert(s % 4).second) g += 0.5f; g += $counts[0];", look="g += 0.1f * (float)$known.size();",
        turn="$known.erase($known.begin(), $known.end());", show="$counts.count(1) + $known.size()"),
}
