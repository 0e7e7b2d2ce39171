// The search of the docs, for server and browser. The caller passes in the library and the entries.

const shownChars = 150
/** Upper limit of different words in a query: each costs a walk through all words with that prefix. */
const mostWords = 12

/**
 * Returns a search over entries. It finds entries with all words of the query, or else with some, best first.
 * Prefixes and small typing errors match, too. Entries with the exact query, such as an error's text, come first.
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
      // Shapes consist of member names. Without a lower weight they would be the best hit for each name.
      boostDocument: (id) => (entries[id].address.includes('#shape-') ? 0.3 : 1),
    },
  })
  index.addAll(entries)
  return (/** @type {string} */ query, /** @type {number} */ most) => {
    const words = wordsOf(query)
    const all = index.search(words, { combineWith: 'AND' })
    const found = (all.length > 0 ? all : index.search(words)).map(({ id }) => entries[id])
    const exact = plain(query)
    const isQuoted = ({ title, text }) => exact.includes(' ') && plain(`${title} ${text}`).includes(exact)
    const quoted = new Set(found.filter(isQuoted))
    return [...quoted, ...found.filter((entry) => !quoted.has(entry))]
      .slice(0, most)
      .map(({ title, page, address, text }) => ({ title, page, address, excerpt: excerptOf(text, exact) }))
  }
}

/** @param {string} query */
function wordsOf(query) {
  const words = new Set(query.toLowerCase().match(/[^\s\p{P}]+/gu))
  return [...words].slice(0, mostWords).join(' ')
}

/** @param {string} text */
function plain(text) {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

// Cuts around the query, or else around the first of its words in the text.
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
