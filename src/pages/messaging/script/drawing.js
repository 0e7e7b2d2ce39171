// Drawing: elements only, no markup in texts.
const css = `
  :host { display: block }
  * { box-sizing: border-box; font: inherit }
  section, dialog { font: 400 14px/1.5 system-ui, sans-serif; color: var(--snippetTextColor, #1b2a33); overflow-wrap: anywhere }
  .snippet { padding: 12px; border: 1px solid #d5dde1; border-radius: 10px; background: #fff }
  .snippet.inherits { background: transparent; border-color: currentColor; color: var(--snippetTextColor, inherit) }
  p, ol { margin: 0; padding: 0 }
  bdi { font-weight: 600; white-space: nowrap }
  .link { padding: 4px 0; border: 0; background: none; cursor: pointer; text-decoration: underline; color: var(--snippetLinkTextColor, #0b6a6e) }
  .inherits .link { color: var(--snippetLinkTextColor, inherit) }
  .link:focus-visible, .close:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; border-radius: 4px }
  .parts { list-style: none; margin-top: 10px; display: grid; gap: 6px }
  .parts li { display: flex; justify-content: space-between; gap: 12px }
  dialog, .page { background: #fff; color: #1b2a33; border: 0; border-radius: 16px; padding: 24px; width: min(420px, 100%) }
  .page { margin: 16px auto }
  dialog::backdrop { background: #0009 }
  h1 { margin: 0 0 12px; font-size: 20px; font-weight: 700; line-height: 1.3 }
  .steps { margin: 16px 0 0; padding-inline-start: 20px; display: grid; gap: 6px }
  .soft { margin-top: 12px; color: #4b5b64 }
  .close { margin-top: 20px; width: 100%; min-height: 44px; border: 0; border-radius: 10px; cursor: pointer; background: #0b6a6e; color: #fff; font-weight: 600 }`

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children.flat())
  return element
}
function money(amount, { currency, lang }) {
  const decimals = amount.split('.')[1]?.length ?? 0
  const format = { style: 'currency', currency, currencyDisplay: 'code', minimumFractionDigits: decimals }
  return make('bdi', {}, new Intl.NumberFormat(locales[lang], format).format(Number(amount)))
}
const dateOf = (date, lang) =>
  new Intl.DateTimeFormat(locales[lang], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))

function sentence(quote, options) {
  const words = texts[options.lang]
  if (quote === undefined) return [words.general]
  const [plan] = quote.plans
  if (plan === undefined) {
    const isBelow = Number(quote.price) < Number(quote.min_amount)
    return isBelow ? words.from(money(quote.min_amount, options)) : words.upTo(money(quote.max_amount, options))
  }
  const isEven = plan.installments.every(({ amount }) => amount === plan.today)
  const phrase = isEven ? words.parts : words.partsFrom
  const isFree = Number(plan.service_fee) === 0
  return [...phrase(plan.count, money(plan.today, options)), ...(isFree ? [` ${words.noFees}`] : [])]
}

function partsList({ today, installments }, options) {
  const rows = [
    [texts[options.lang].today, today],
    ...installments.map((one) => [dateOf(one.due_date, options.lang), one.amount]),
  ]
  return make(
    'ol',
    { class: 'parts' },
    rows.map(([when, amount]) => make('li', {}, make('span', {}, when), money(amount, options))),
  )
}

function attributesOf({ lang }) {
  return { lang, dir: lang === 'ar' ? 'rtl' : 'ltr' }
}

function styled(root) {
  try {
    shared.sheet ??= new CSSStyleSheet()
    shared.sheet.replaceSync(css)
    root.adoptedStyleSheets = [shared.sheet]
  } catch {}
  return root
}

// The element's own root, so that a second call draws in place of the first. Not every element can have one.
function rootOf(element) {
  const known = shared.roots.get(element)
  if (known !== undefined) return known
  let root
  try {
    root = element.attachShadow({ mode: 'open' })
  } catch {
    root = element.appendChild(make('div')).attachShadow({ mode: 'open' })
  }
  shared.roots.set(element, styled(root))
  return root
}

function details(quote, options, titleId) {
  const words = texts[options.lang]
  const [plan] = quote?.plans ?? []
  return [
    make('h1', { id: titleId }, words.title),
    make('p', {}, sentence(quote, options)),
    ...(plan === undefined ? [] : [partsList(plan, options)]),
    make(
      'ol',
      { class: 'steps' },
      words.steps.map((step) => make('li', {}, step)),
    ),
  ]
}

function openDialog(quote, options) {
  const close = make('button', { type: 'button', class: 'close' }, texts[options.lang].close)
  const dialog = make(
    'dialog',
    { 'aria-labelledby': 'title', ...attributesOf(options) },
    details(quote, options, 'title'),
    close,
  )
  const host = document.body.appendChild(make('div'))
  styled(host.attachShadow({ mode: 'open' })).append(dialog)
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close())
  dialog.addEventListener('close', () => host.remove())
  dialog.showModal()
}
