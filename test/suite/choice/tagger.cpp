// right: 71,72; wrong: 24,36,47,56,59,80; kind: structured perceptron tagger with Viterbi inside, integer weights in hash maps
#include <cstdio>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>
using std::string;
using std::vector;

const char* TAGS[] = {"DET", "NOUN", "VERB", "ADJ"};
const int NT = 4;

struct Sentence { vector<string> words; vector<int> tags; };

struct Weights {
    std::unordered_map<string, int> w;
    int emit(const string& word, int t) const { return get(word + "/" + TAGS[t]) + 1 * get("~" + word.substr(word.size() - 1) + "/" + TAGS[t]); }
    int trans(int a, int b) const { return get(string(a < 0 ? "^" : TAGS[a]) + ">" + TAGS[b]); }
    int get(const string& k) const {
        auto it = w.find(k);
        return it == w.end() ? 0 : it->second;
    }
    void bump(const Sentence& s, const vector<int>& tags, int by) {
        for (size_t i = 0; i < tags.size(); i++) {
            const string& word = s.words[i];
            w[word + "/" + TAGS[tags[i]]] += by;
            w["~" + word.substr(word.size() - 1) + "/" + TAGS[tags[i]]] += by;
            w[string(i ? TAGS[tags[i - 1]] : "^") + ">" + TAGS[tags[i]]] += by;
        }
    }
};

vector<int> viterbi(const Weights& m, const Sentence& s) {
    int n = s.words.size();
    vector<vector<int>> score(n, vector<int>(NT)), from(n, vector<int>(NT, -1));
    for (int i = 0; i < n; i++)
        for (int t = 0; t < NT; t++) {
            int best = i ? -1000000 : m.trans(-1, t);
            for (int p = 0; i && p < NT; p++)
                if (score[i - 1][p] + m.trans(p, t) > best) best = score[i - 1][p] + m.trans(p, t), from[i][t] = p;
            score[i][t] = best + m.emit(s.words[i], t);
        }
    int t = 0;
    for (int k = 1; k < NT; k++)
        if (score[n - 1][k] > score[n - 1][t]) t = k;
    vector<int> out(n);
    for (int i = n - 1; i >= 0; t = from[i--][t]) out[i] = t;
    return out;
}

vector<Sentence> load() {
    const char* raw[] = {"the/0 old/3 dog/1 barks/2", "a/0 cat/1 sees/2 the/0 dog/1", "the/0 big/3 cat/1 sleeps/2",
                         "a/0 man/1 walks/2", "the/0 man/1 sees/2 a/0 big/3 old/3 dog/1", "old/3 dogs/1 sleep/2",
                         "the/0 old/3 man/1 the/0 boats/1", "big/3 dogs/1 see/2 cats/1"};
    vector<Sentence> v;
    for (const char* line : raw) {
        std::istringstream in(line);
        Sentence s;
        for (string tok; in >> tok;) {
            s.words.push_back(tok.substr(0, tok.size() - 2));
            s.tags.push_back(tok.back() - '0');
        }
        v.push_back(s);
    }
    return v;
}

int main() {
    const auto data = load();
    Weights model;
    for (int pass = 1; pass <= 12; pass++) {
        for (const auto& s : data) {
            auto guess = viterbi(model, s);
            if (guess == s.tags) continue;
            model.bump(s, s.tags, +1);
            model.bump(s, guess, -1);
        }
    }
    int good = 0, all = 0;
    for (const auto& s : data) {
        auto g = viterbi(model, s);
        for (size_t i = 0; i < g.size(); i++) good += g[i] == s.tags[i], all++;
    }
    printf("%d of %d tags, %zu weights\n", good, all, model.w.size());
}
