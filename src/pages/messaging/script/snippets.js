// The constructor of shop pages, and elements that open "Learn more" without it. It must not throw on a shop's page.
function draw(element, options, onLearnMore) {
  const turn = (shared.turns.get(element) ?? 0) + 1
  shared.turns.set(element, turn)
  return quoteOf(options).then((quote) => {
    if (shared.turns.get(element) !== turn) return
    const words = texts[options.lang]
    const link = make('button', { type: 'button', class: 'link', 'aria-haspopup': 'dialog' }, words.learnMore)
    link.addEventListener('click', () => onLearnMore(quote, options))
    const text = make('p', {}, sentence(quote, options), ' ', link)
    const [plan] = quote?.plans ?? []
    const parts = kind === 'card' && plan !== undefined ? [partsList(plan, options)] : []
    const className = options.inherits ? 'snippet inherits' : 'snippet'
    rootOf(element).replaceChildren(make('section', { class: className, ...attributesOf(options) }, text, parts))
  })
}

function elementsOf(selector) {
  try {
    return typeof selector === 'string' ? [...document.querySelectorAll(selector)] : []
  } catch {
    return []
  }
}
const whenReady = (work) =>
  document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', work, { once: true }) : work()

window[name] = class {
  constructor(given) {
    try {
      const options = read(given)
      const { publicKey, merchantCode, currency } = options
      if (publicKey !== '') shared.last = { publicKey, merchantCode, currency }
      whenReady(() => {
        for (const element of elementsOf(given?.selector)) draw(element, options, openDialog).catch(() => undefined)
      })
    } catch {}
  }
}

// --- elements that open "Learn more" without a constructor ---
const openFor = ({ dataset }) => {
  const { tabbyPrice: price, tabbyCurrency: currency, tabbyLanguage: lang } = dataset
  const options = read({ ...shared.last, price, lang, ...(currency && { currency }) })
  quoteOf(options)
    .then((quote) => openDialog(quote, options))
    .catch(() => undefined)
}
if (isFirst) {
  const infoOf = ({ target }) => (target instanceof Element ? target.closest('[data-tabby-info]') : null)
  document.addEventListener('click', (event) => {
    const element = infoOf(event)
    if (element === null) return
    event.preventDefault()
    openFor(element)
  })
  document.addEventListener('keydown', (event) => {
    const element = infoOf(event)
    if (event.key !== 'Enter' || element === null || element.matches('a[href], button')) return
    // Otherwise the same key presses the dialogue's button.
    event.preventDefault()
    openFor(element)
  })
  whenReady(() => {
    for (const element of elementsOf('[data-tabby-info]:not(a[href], button)')) {
      if (!element.hasAttribute('tabindex')) element.setAttribute('tabindex', '0')
      if (!element.hasAttribute('role')) element.setAttribute('role', 'button')
    }
  })
}

// For the pages of web views.
shared.tools = { draw, details, quoteOf, read, rootOf, make, attributesOf, origin }
