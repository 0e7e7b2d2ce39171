// The pages of web views: the snippet, and "Learn more" (docs/contract/messaging.md#web-views).
const shared = window[Symbol.for('qist-messaging')]
const { draw, details, quoteOf, read, rootOf, make, attributesOf, origin } = shared.tools
const main = document.querySelector('main')
const query = new URLSearchParams(location.search)
const one = (...names) => names.map((name) => query.get(name)).find((value) => value !== null)

const attempt = (send) => {
  try {
    send()
  } catch {}
}
// Exactly these members: the Android SDK refuses others.
function tellApp(type, method, detail, flat) {
  attempt(() => window.tabbyMobileSDK?.[method]?.(JSON.stringify(detail)))
  const message = JSON.stringify({ type, ...flat })
  attempt(() => window.webkit?.messageHandlers?.tabbyMobileSDK?.postMessage(message))
  attempt(() => window.ReactNativeWebView?.postMessage(message))
}

function showSnippet() {
  const options = read({
    price: one('price'),
    currency: one('currency'),
    lang: one('lang') ?? 'en',
    publicKey: one('publicKey', 'public_key'),
    merchantCode: one('merchantCode', 'merchant_code'),
    shouldInheritBg: one('shouldInheritBg'),
  })
  Object.assign(document.documentElement, attributesOf(options))
  const { price, currency, lang, publicKey, merchantCode } = options
  const figures = { price, currency, merchant_code: merchantCode, public_key: publicKey }
  const url = `${origin}/promos/installments/${lang}/?${new URLSearchParams(figures)}`
  const learnMore = { url, data: JSON.stringify(figures) }
  draw(main, options, () => tellApp('onLearnMoreClicked', 'onLearnMoreClicked', learnMore, learnMore))
  new ResizeObserver(() => {
    const { width, height } = main.getBoundingClientRect()
    const size = { width: Math.ceil(width), height: Math.ceil(height) }
    if (height > 0) tellApp('onChangeDimensions', 'onChangeDimensions', size, { data: size })
  }).observe(main)
}

function showDetails(given) {
  const options = read({
    price: given.price,
    currency: given.currency,
    lang: document.documentElement.lang,
    publicKey: given.public_key ?? given.publicKey,
    merchantCode: given.merchant_code ?? given.merchantCode,
  })
  quoteOf(options).then((quote) => {
    const content = details(quote, options, 'title')
    rootOf(main).replaceChildren(make('section', { class: 'page', ...attributesOf(options) }, content))
  })
}

if (document.body.dataset.qistPage === 'snippet') showSnippet()
else showDetails(Object.fromEntries(query))
addEventListener('message', ({ data }) => {
  if (data?.type !== 'initializationData') return
  attempt(() => {
    const given = typeof data.data === 'string' ? JSON.parse(data.data) : data.data
    if (typeof given === 'object' && given !== null) showDetails({ ...Object.fromEntries(query), ...given })
  })
})
