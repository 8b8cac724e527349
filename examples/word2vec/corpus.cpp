// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "corpus.h"

#include <sstream>

namespace {

const char kText[] =
    "the baker kneads the dough and the oven bakes the bread\n"
    "a sailor steers the boat and the harbour waits for the boat\n"
    "the farmer feeds the horse and the horse pulls the cart\n"
    "the singer tunes the guitar and the choir learns the song\n"
    "bread from the oven is warm and the baker sells the bread with butter\n"
    "the boat leaves the harbour and the wind fills the sail\n"
    "the horse stands in the stable and the farmer brings hay\n"
    "the choir sings the song and the drummer beats the drum\n"
    "the baker mixes flour with butter for the dough\n"
    "the sailor hoists the sail and the boat rides the waves\n"
    "the cow eats hay in the stable and the farmer milks the cow\n"
    "the guitar and the drum play the song for the singer\n"
    "flour and butter make the dough and the oven makes it bread\n"
    "waves break at the harbour and the sailor ties the boat\n"
    "a goat and a cow graze in the field of the farmer\n"
    "the singer hears the melody and the choir hums the melody\n"
    "the oven is hot and the baker bakes a cake with flour\n"
    "the wind drives the waves and the sailor lowers the sail\n"
    "the farmer cuts the hay and the goat eats the hay\n"
    "a drummer finds the rhythm and the guitar follows the rhythm\n"
    "the cake needs flour and butter and a hot oven\n"
    "the anchor holds the boat and the waves rock the boat\n"
    "the cow and the horse sleep in the stable on hay\n"
    "the melody of the guitar and the rhythm of the drum make a song\n"
    "the baker puts the dough in the oven and waits for the bread\n"
    "the sailor drops the anchor in the harbour\n"
    "the goat runs over the field and the farmer calls the goat\n"
    "the choir follows the singer and the singer follows the melody\n"
    "with butter and flour the baker makes a cake and bread\n"
    "the sail is torn by the wind and the sailor mends the sail\n"
    "the horse and the cow walk over the field to the stable\n"
    "the drum gives the rhythm and the drummer plays the drum\n"
    "dough becomes bread and cake in the oven of the baker\n"
    "out of the harbour the waves are high and the anchor is up\n"
    "hay for the horse and hay for the goat lies in the stable\n"
    "the guitar plays a melody and the choir sings\n"
    "butter on warm bread and butter in the cake\n"
    "the wind is strong and the boat sails over the waves\n"
    "the farmer ploughs the field and the horse pulls the plough\n"
    "the singer and the drummer write a song with a slow rhythm\n";

}  // namespace

const char *const kWords[kSubjects][kMembers] = {
    {"baker", "bread", "oven", "dough", "flour", "butter", "cake"},
    {"sailor", "boat", "harbour", "sail", "waves", "wind", "anchor"},
    {"farmer", "horse", "cow", "goat", "stable", "hay", "field"},
    {"singer", "choir", "song", "guitar", "drum", "melody", "rhythm"},
};

std::vector<std::string> read_corpus(std::size_t count) {
    std::istringstream text(kText);
    std::vector<std::string> sentences;
    std::string sentence;
    while (sentences.size() < count && std::getline(text, sentence)) sentences.push_back(sentence);
    return sentences;
}
