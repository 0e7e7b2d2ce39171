// The search of the docs, on the server and in the browser alike: each hands in the library and what there is to find.

const shownChars = 150
/** So many different words of a question are looked for: each costs a walk through all that begin with it. */
const mostWords = 12

/**
 * Makes a search over entries. It finds those that have all the words of a question, or else some of them, also as beginnings and with a
 * letter wrong, the best first, and before them those that have the question as it stands: the text of an error.
 *
 * @param {typeof import('minisearch').default} MiniSearch
 * @param {{ id: number, title: string, page: string, address: string, text: string }[]} entries
 */
export function openFinder(MiniSearch, entries) {
  const index = new MiniSearch({
    fields: ['title', 'page', 'text'],
    searchOptions: {
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boost: { title: 4, page: 2 },
      // A shape has few words besides names of members, which would make it the best place for each.
      boostDocument: (id) => (entries[id].address.includes('#shape-') ? 0.3 : 1),
    },
  })
  index.addAll(entries)
  return (/** @type {string} */ question, /** @type {number} */ most) => {
    const words = wordsOf(question)
    const all = index.search(words, { combineWith: 'AND' })
    const found = (all.length > 0 ? all : index.search(words)).map(({ id }) => entries[id])
    const exact = plain(question)
    const isQuoted = ({ title, text }) => exact.includes(' ') && plain(`${title} ${text}`).includes(exact)
    const quoted = new Set(found.filter(isQuoted))
    return [...quoted, ...found.filter((entry) => !quoted.has(entry))]
      .slice(0, most)
      .map(({ title, page, address, text }) => ({ title, page, address, excerpt: excerptOf(text, exact) }))
  }
}

/** @param {string} question */
function wordsOf(question) {
  const words = new Set(question.toLowerCase().match(/[^\s\p{P}]+/gu))
  return [...words].slice(0, mostWords).join(' ')
}

/** @param {string} text */
function plain(text) {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

// Around the question, or else around the first of its words that is there.
/** @param {string} text @param {string} exact */
function excerptOf(text, exact) {
  const line = text.replaceAll(/\s+/g, ' ').replaceAll('`', '').trim()
  const lower = line.toLowerCase()
  const places = [exact, ...exact.split(' ')].map((words) => lower.indexOf(words))
  const at = places.find((place) => place >= 0) ?? 0
  const from = at < 40 ? 0 : line.lastIndexOf(' ', at - 30) + 1
  const shown = line.slice(from, from + shownChars)
  const isAll = from + shownChars >= line.length
  return `${from > 0 ? '… ' : ''}${isAll ? shown : `${shown.replace(/ \S*$/, '')} …`}`
}
