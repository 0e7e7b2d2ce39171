// The search of the docs, for server and browser. The caller passes in the library and the entries.

const shownChars = 150
/** Upper limit of different words in a query: each costs a walk through all words with that prefix. */
const mostWords = 12

/** Words of a question that say nothing about its subject. */
const emptyWords = new Set(
  'a am an and are at be can do does for get how i in is it my not of on or the to why with'.split(' '),
)

/** The words that the docs use, by words that people type. */
const synonyms = {
  429: 'rates Retry-After',
  abandon: 'leaves closes expired',
  abandoned: 'leaves closes expired',
  arrive: 'receiver down again 200',
  arriving: 'receiver down again 200',
  back: 'refund',
  callback: 'webhook notification',
  cancel: 'close',
  card: 'cards',
  charge: 'capture money same reference',
  chargeback: 'dispute',
  chargebacks: 'disputes',
  charged: 'capture money same reference',
  codes: 'text means',
  decimals: 'places digits amount',
  delayed: 'again minutes waiting',
  docker: 'container host',
  double: 'twice same again',
  duplicate: 'twice same again',
  duplicated: 'twice same again',
  failure: 'wrong fault',
  failures: 'wrong faults',
  github: 'workflow',
  hmac: 'signature verify',
  idempotency: 'key same reference',
  idempotent: 'key same reference',
  install: 'npm tarball',
  limit: 'rates',
  live: 'production',
  localhost: 'webhook register address',
  missing: 'receiver down again lost',
  mock: 'sandbox play',
  offline: 'lost connection',
  paid: 'money same reference',
  partial: 'parts part amount',
  partially: 'parts part amount',
  refunded: 'refund',
  retries: 'again repeat',
  retry: 'again repeat lost',
  settlement: 'paid payout',
  secret: 'key',
  simulate: 'fault play sandbox',
  timeout: 'lost answer unknown',
  timeouts: 'lost answer unknown',
  twice: 'same again',
  unauthorized: '401 key read',
  url: 'address',
  void: 'close cancel',
}

/**
 * Returns a search over entries. The more words of the query an entry has, the better; other words for the same thing
 * count half. Prefixes and small typing errors match, too. Entries with the exact query come first: an error's text, or
 * the name of an operation or of a check.
 *
 * @param {typeof import('minisearch').default} MiniSearch
 * @param {{ id: number, title: string, page: string, address: string, text: string }[]} entries
 */
export function openFinder(MiniSearch, entries) {
  const index = new MiniSearch({
    fields: ['title', 'page', 'text'],
    searchOptions: {
      boost: { title: 4, page: 2 },
      boostDocument: (id) => weightOf(entries[id].address),
    },
  })
  index.addAll(entries)
  return (/** @type {string} */ query, /** @type {number} */ most) => {
    const typed = wordsOf(query)
    const others = typed.flatMap((word) => (Object.hasOwn(synonyms, word) ? synonyms[word].split(' ') : []))
    const isTyped = (/** @type {string} */ term) => typed.includes(term)
    const found = index
      .search([...new Set([...typed, ...others])].join(' '), {
        prefix: (term) => isTyped(term) && term.length > 2,
        fuzzy: (term) => (isTyped(term) && term.length > 4 ? 0.2 : false),
        boostTerm: (term) => (isTyped(term) ? 1 : 0.5),
      })
      .map(({ id }) => entries[id])
    const exact = plain(query)
    const isQuoted = ({ title, text, address }) =>
      address.toLowerCase().endsWith(`#${exact}`) || (exact.includes(' ') && plain(`${title} ${text}`).includes(exact))
    const quoted = new Set(found.filter(isQuoted))
    return [...quoted, ...found.filter((entry) => !quoted.has(entry))]
      .slice(0, most)
      .map(({ title, page, address, text }) => ({ title, page, address, excerpt: excerptOf(text, exact) }))
  }
}

// Shapes consist of member names, and operations of errors that many of them share. With full weight they would be the
// best hits for each name and error.
/** @param {string} address */
function weightOf(address) {
  if (address.includes('#shape-')) return 0.2
  return address.startsWith('/docs/reference/') ? 0.6 : 1
}

/** @param {string} query */
function wordsOf(query) {
  const words = [...new Set(query.toLowerCase().match(/[^\s\p{P}]+/gu))]
  const telling = words.filter((word) => !emptyWords.has(word))
  return (telling.length > 0 ? telling : words).slice(0, mostWords)
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
