/* Whole random hands of `classic` with two seats: the limit of what a machine can do with this game.

   Every legal action is listed at each decision, as packed integers in an array on the stack; one of them is chosen and
   applied; the points are counted at the end. No option, no plugin, no joker; the generator is xorshift. */
#include <stdint.h>

typedef uint64_t u64;
typedef uint32_t u32;

enum { DRAW, PASS, TAKE, PLAY, DISCARD };            /* kinds of action */
enum { NONE, RUN, GROUP, LAY_RUN, LAY_GROUP };       /* how it plays cards */

typedef struct { u32 is_run, line, low, high; } Meld; /* of a group, `low` has its suits as bits */
typedef struct { u32 kind, depth, use, line, low, high, on; } Action;
typedef struct {
    u64 hand[2];
    int points[2];
    uint8_t pile[52], stock[52];
    Meld table[18];
    u32 piled, next, melds, seat, drawn, over;
} Hand;

static const u64 ONE = 1;
static const u64 SUIT = 0x1FFF;

static u32 suits_of(u64 bag, u32 rank) {
    u64 bits = bag >> rank;
    return (u32)((bits & 1) | (bits >> 12 & 2) | (bits >> 24 & 4) | (bits >> 36 & 8));
}

static u32 places_of(u64 bag, u32 suit) {
    u32 mask = (u32)(bag >> 13 * suit & SUIT);
    return mask | (mask & 1) << 13;
}

static int value(u32 rank) { return rank == 0 ? 15 : rank < 9 ? (int)rank + 1 : 10; }

static Action *runs(Action *to, Action a, u64 bag, u32 suit, u32 must) {
    u32 mask = places_of(bag, suit), starts = mask & mask >> 1 & mask >> 2;
    a.use = RUN;
    a.line = suit;
    for (; starts; starts &= starts - 1) {
        u32 low = (u32)__builtin_ctz(starts), last = low < 2 ? 12 : 13;
        for (u32 high = low + 2; high <= last && mask >> high & 1; high++)
            if (((2u << high) - (1u << low)) & must) { a.low = low; a.high = high; *to++ = a; }
    }
    return to;
}

static Action *groups(Action *to, Action a, u64 bag, u32 rank, u32 must) {
    u32 have = suits_of(bag, rank);
    a.use = GROUP;
    a.line = rank;
    if (__builtin_popcount(have) < 3) return to;
    if (have == 15)
        for (u32 part = 1; part < 16; part <<= 1)
            if (!(must & part)) { a.low = 15 ^ part; *to++ = a; }
    a.low = have;
    *to++ = a;
    return to;
}

static Action *lay_run(Action *to, Action a, const Meld *m, u32 on, u64 bag, u32 must) {
    u32 mask = places_of(bag, m->line), last = m->low ? 13 : 12, with = 0;
    u32 first = m->high == 13 || (m->low == 1 && m->high == 12) ? 1 : 0;
    a.use = LAY_RUN;
    a.line = m->line;
    a.on = on;
    a.low = m->high + 1;
    for (u32 place = m->high + 1; place <= last && mask >> place & 1; place++) {
        with |= 1u << place;
        if (with & must) { a.high = place; *to++ = a; }
    }
    a.high = m->low - 1;
    with = 0;
    for (int place = (int)m->low - 1; place >= (int)first && mask >> place & 1; place--) {
        with |= 1u << place;
        if (with & must) { a.low = (u32)place; *to++ = a; }
    }
    return to;
}

static Action *lay_group(Action *to, Action a, const Meld *m, u32 on, u64 bag) {
    u32 free = suits_of(bag, m->line) & ~m->low;
    a.use = LAY_GROUP;
    a.line = m->line;
    a.on = on;
    a.low = free;
    if (free) *to++ = a;
    return to;
}

static u32 list(const Hand *h, Action *out) {
    u64 bag = h->hand[h->seat];
    Action *to = out;
    if (!h->drawn) {
        if (h->next < 25) *to++ = (Action){.kind = DRAW};
        for (u32 depth = 1; depth <= h->piled; depth++) {
            u32 card = h->pile[h->piled - depth], rank = card % 13, suit = card / 13;
            u32 must = 1u << rank | (rank ? 0 : 1u << 13);
            Action a = {.kind = TAKE, .depth = depth};
            bag |= ONE << card;
            to = runs(to, a, bag, suit, must);
            to = groups(to, a, bag, rank, 1u << suit);
            for (u32 on = 0; on < h->melds; on++)
                if (h->table[on].is_run && h->table[on].line == suit) to = lay_run(to, a, &h->table[on], on, bag, must);
            for (u32 on = 0; on < h->melds; on++)
                if (!h->table[on].is_run && h->table[on].line == rank) to = lay_group(to, a, &h->table[on], on, bag);
        }
        if (h->next == 25) *to++ = (Action){.kind = PASS};
        return (u32)(to - out);
    }
    Action a = {.kind = PLAY};
    for (u32 suit = 0; suit < 4; suit++) to = runs(to, a, bag, suit, ~0u);
    for (u32 rank = 0; rank < 13; rank++) to = groups(to, a, bag, rank, 0);
    for (u32 on = 0; on < h->melds; on++) {
        const Meld *m = &h->table[on];
        to = m->is_run ? lay_run(to, a, m, on, bag, ~0u) : lay_group(to, a, m, on, bag);
    }
    for (; bag; bag &= bag - 1) *to++ = (Action){.kind = DISCARD, .line = (u32)__builtin_ctzll(bag)};
    return (u32)(to - out);
}

static void put(Hand *h, const Action *a) {
    u64 gone = 0;
    u32 lays = a->use == LAY_RUN || a->use == LAY_GROUP;
    Meld *m = &h->table[lays ? a->on : h->melds++];
    if (a->use == GROUP || a->use == LAY_GROUP) {
        for (u32 suit = 0; suit < 4; suit++)
            if (a->low >> suit & 1) { gone |= ONE << (13 * suit + a->line); h->points[h->seat] += value(a->line); }
        *m = lays ? (Meld){0, m->line, m->low | a->low, 0} : (Meld){0, a->line, a->low, 0};
    } else {
        for (u32 place = a->low; place <= a->high; place++) {
            gone |= ONE << (13 * a->line + place % 13);
            h->points[h->seat] += place ? value(place % 13) : 1;
        }
        if (!lays) *m = (Meld){1, a->line, a->low, a->high};
        else if (a->low < m->low) m->low = a->low;
        else m->high = a->high;
    }
    h->hand[h->seat] &= ~gone;
    h->over = !h->hand[h->seat];
}

static void step(Hand *h, const Action *a) {
    u64 *hand = &h->hand[h->seat];
    switch (a->kind) {
    case DRAW: *hand |= ONE << h->stock[h->next++]; h->drawn = 1; break;
    case PASS: h->over = 1; break;
    case TAKE:
        for (u32 card = 0; card < a->depth; card++) *hand |= ONE << h->pile[--h->piled];
        h->drawn = 1;
        put(h, a);
        break;
    case PLAY: put(h, a); break;
    default:
        *hand &= ~(ONE << a->line);
        h->pile[h->piled++] = (uint8_t)a->line;
        h->over = !*hand;
        h->seat ^= 1;
        h->drawn = 0;
    }
}

static u64 word;
static u32 below(u32 bound) {
    word ^= word << 13;
    word ^= word >> 7;
    word ^= word << 17;
    return (u32)(word >> 32) % bound;
}

/* Plays so many hands; returns the number of decisions, and leaves the sum of all points in `points`. */
u64 play(u64 seed, u32 hands, int *points) {
    uint8_t deck[52];
    Action actions[1024];
    u64 decisions = 0;
    word = seed * 2654435761u + 88172645463325252u;
    *points = 0;
    for (u32 card = 0; card < 52; card++) deck[card] = (uint8_t)card;
    while (hands--) {
        Hand h = {.piled = 1, .seat = 1};
        for (u32 last = 51; last; last--) {
            u32 other = below(last + 1);
            uint8_t card = deck[last];
            deck[last] = deck[other];
            deck[other] = card;
        }
        for (u32 place = 0; place < 26; place++) h.hand[~place & 1] |= ONE << deck[place];
        h.pile[0] = deck[26];
        for (u32 place = 0; place < 25; place++) h.stock[place] = deck[27 + place];
        while (!h.over) {
            u32 many = list(&h, actions);
            step(&h, &actions[below(many)]);
            decisions++;
        }
        for (u32 seat = 0; seat < 2; seat++) {
            *points += h.points[seat];
            for (u64 bag = h.hand[seat]; bag; bag &= bag - 1) *points -= value((u32)__builtin_ctzll(bag) % 13);
        }
    }
    return decisions;
}
