// right: 76; wrong: 27,47,56,66,83; kind: k-modes clustering of categorical rows, memberships, do-while
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <vector>

typedef std::vector<char> Row;

struct Clustering
{
    std::vector<Row> modes;
    std::vector<int> member;
};

static int mismatch(const Row& a, const Row& b)
{
    int n = 0;
    for (size_t i = 0; i < a.size(); ++i)
        n += a[i] != b[i];
    return n;
}

static Row mode_of(const std::vector<Row>& data, const std::vector<int>& member, int k, const Row& fallback)
{
    Row m = fallback;
    for (size_t col = 0; col < m.size(); ++col)
    {
        std::map<char, int> votes;
        for (size_t r = 0; r < data.size(); ++r)
            if (member[r] == k)
                ++votes[data[r][col]];
        int top = 0;
        for (auto& v : votes)
            if (v.second > top)
            {
                top = v.second;
                m[col] = v.first;
            }
    }
    return m;
}

static int improve(const std::vector<Row>& data, Clustering& c)
{
    int moved = 0;
    for (size_t r = 0; r < data.size(); ++r)
    {
        int best = 0;
        for (size_t k = 1; k < c.modes.size(); ++k)
            if (mismatch(data[r], c.modes[k]) < mismatch(data[r], c.modes[best]))
                best = (int)k;
        moved += best != c.member[r];
        c.member[r] = best;
    }
    for (size_t k = 0; k < c.modes.size(); ++k)
        c.modes[k] = mode_of(data, c.member, (int)k, c.modes[k]);
    return moved;
}

int main()
{
    const char* kinds[] = {"aabbccdd", "xyxyxyxy", "aazzazza"};
    std::vector<Row> data;
    unsigned r = 4711;
    for (int i = 0; i < 150; ++i)
    {
        std::string s = kinds[i % 3];
        for (char& ch : s)
            if ((r = r * 1103515245u + 12345u) >> 16 & 3 ? false : true)
                ch = "abcdxyz"[(r >> 20) % 7];
        data.emplace_back(s.begin(), s.end());
    }
    Clustering c{{data[0], data[4], data[8]}, std::vector<int>(data.size(), -1)};
    int moved, rounds = 0;
    do
    {
        moved = improve(data, c);
        ++rounds;
        std::cerr << "round " << rounds << ": " << moved << " moved\n";
    } while (moved > 0 && rounds < 50);

    for (size_t k = 0; k < c.modes.size(); ++k)
        std::cout << std::string(c.modes[k].begin(), c.modes[k].end()) << ' '
                  << std::count(c.member.begin(), c.member.end(), (int)k) << '\n';
    std::cout << rounds << " rounds\n";
    return 0;
}
