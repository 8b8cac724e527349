// right: 61; wrong: 20,30,58,64,79; kind: self-training of a naive Bayes from counts, set of labelled texts grows
#include <iostream>
#include <list>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using Doc = std::string;
enum Class { SPORT, COOK };

class Counter {
    std::map<std::string, int> n_[2];
    int total_[2] = {0, 0}, docs_[2] = {0, 0};

public:
    void add(const Doc& d, Class c) {
        std::istringstream in(d);
        std::string w;
        while (in >> w) {
            ++n_[c][w];
            ++total_[c];
        }
        ++docs_[c];
    }
    // positive: COOK; integer log-odds by repeated comparison, in halves of powers of two
    int odds(const Doc& d) const {
        std::istringstream in(d);
        int s = 0;
        for (std::string w; in >> w;) {
            auto at = [&](Class c) {
                auto i = n_[c].find(w);
                return i == n_[c].end() ? 0 : i->second;
            };
            long a = (2L * at(COOK) + 1) * (total_[SPORT] + 20), b = (2L * at(SPORT) + 1) * (total_[COOK] + 20);
            for (; 10 * a > 14 * b; b = b * 14 / 10 + 1) ++s;
            for (; 10 * b > 14 * a; a = a * 14 / 10 + 1) --s;
        }
        return s;
    }
    void summary() const { std::cout << "sport " << docs_[0] << " texts, cook " << docs_[1] << " texts\n"; }
};

int main() {
    const std::vector<std::pair<Doc, Class>> seed = {
        {"the team won the match with a late goal", SPORT},
        {"boil the rice and add salt", COOK},
    };
    std::list<Doc> pool = {
        "a goal in the second half won the cup", "add salt and pepper and boil the soup",
        "the striker and the keeper of the team", "pepper the fish and fry it in butter",
        "the keeper saved a penalty in the cup",  "melt butter and stir flour in",
        "a penalty by the striker in extra time", "stir the dough of flour and water",
        "extra time in a tense final",            "bake the dough in a hot oven",
        "fans cheered the tense final",           "serve hot from the oven with sauce",
    };
    Counter model;
    for (const auto& [d, c] : seed) model.add(d, c);

    int n = 0;
    while (!pool.empty()) {
        auto pick = pool.begin();
        int sure = -1, what = 0;
        for (auto it = pool.begin(); it != pool.end(); ++it) {
            int o = model.odds(*it);
            if (std::abs(o) > sure) {
                sure = std::abs(o);
                what = o;
                pick = it;
            }
        }
        if (sure == 0) break;
        Class c = what > 0 ? COOK : SPORT;
        std::cerr << ++n << ". " << (c == COOK ? "cook  " : "sport ") << sure << "  " << *pick << '\n';
        model.add(*pick, c);
        pool.erase(pick);
    }
    model.summary();
    for (const Doc& d : {Doc("fry the dough"), Doc("a tense match")})
        std::cout << d << ": " << (model.odds(d) > 0 ? "cook" : "sport") << '\n';
}
