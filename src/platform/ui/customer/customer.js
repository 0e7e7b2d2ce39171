// Scripts of customers' pages: codes, cards, waiting. Follows ui/forms/forms.js in the same file.
const latinDigits = (text) => text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15))
const onlyDigits = (text) => latinDigits(text).replace(/\D/g, '')
const shown = (seconds) => new Intl.NumberFormat(document.documentElement.lang).format(seconds)

// --- checks of fields ---
fieldProblems.push((input) => {
  const digits = onlyDigits(input.value)
  const { message, past, digits: length, card, length: codeLength } = input.dataset
  if (card === 'number') return isCardNumber(digits) ? '' : message
  if (card === 'expiry') return expiryProblem(digits, message, past)
  if (card === 'security_code') return digits.length === Number(codeLength ?? securityCodeLength()) ? '' : message
  if (length) return digits.length === Number(length) ? '' : message
  return digits.length >= 7 ? '' : message
})

// --- cards: digits in groups, with the brand ---
const brands = [
  ['American Express', /^3[47]/, 15],
  ['Visa', /^4/, 16],
  ['Mastercard', /^(5[1-5]|2[2-7])/, 16],
  ['mada', /^(5888|9682|6049|6051|6361)/, 16],
]
const field = (name) => document.querySelector(`input[data-card="${name}"]`)
const brandOf = (digits) => brands.find(([, form]) => form.test(digits))
const securityCodeLength = () => (brandOf(onlyDigits(field('number')?.value ?? ''))?.[2] === 15 ? 4 : 3)

function isCardNumber(digits) {
  if (digits.length < 12 || digits.length > 19) return false
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

function expiryProblem(digits, message, past) {
  const month = Number(digits.slice(0, 2))
  const year = digits.length === 6 ? Number(digits.slice(2)) : 2000 + Number(digits.slice(2))
  if ((digits.length !== 4 && digits.length !== 6) || month < 1 || month > 12) return message
  const today = new Date()
  return year * 12 + month < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1 ? past : ''
}

const grouped = {
  number: (digits) =>
    brandOf(digits)?.[2] === 15
      ? digits.slice(0, 15).replace(/^(\d{4})(\d{1,6})?(\d+)?$/, (_, a, b, c) => [a, b, c].filter(Boolean).join(' '))
      : digits.slice(0, 19).replace(/(\d{4})(?=\d)/g, '$1 '),
  expiry: (digits) => {
    const typed = /^[2-9]/.test(digits) ? `0${digits}` : digits
    return typed.length > 2 ? `${typed.slice(0, 2)} / ${typed.slice(2, 6)}` : typed
  },
  security_code: (digits) => digits.slice(0, 4),
}

for (const input of all('input[data-card]')) {
  input.addEventListener('blur', () => {
    if (input.value !== '') validate(input)
  })
  input.addEventListener('input', () => {
    const digitsBefore = onlyDigits(input.value.slice(0, input.selectionStart)).length
    const isAtEnd = input.selectionStart === input.value.length
    const text = grouped[input.dataset.card](onlyDigits(input.value))
    if (text !== input.value) input.value = text
    if (!isAtEnd) {
      let at = 0
      for (let passedDigits = 0; passedDigits < digitsBefore && at < text.length; at += 1)
        if (/\d/.test(text[at])) passedDigits += 1
      input.setSelectionRange(at, at)
    }
    const brand = document.querySelector('[data-brand]')
    if (input.dataset.card === 'number') brand.textContent = brandOf(onlyDigits(text))?.[0] ?? ''
  })
}

// --- a complete code is sent at once, also if it was typed before this script loaded, but not if the browser restored it ---
const [{ type: arrival } = {}] = performance.getEntriesByType('navigation')
for (const input of all('input[data-digits]')) {
  const sendWhenComplete = () => {
    input.value = onlyDigits(input.value).slice(0, Number(input.dataset.digits))
    if (input.value.length === Number(input.dataset.digits)) input.form.requestSubmit()
  }
  input.addEventListener('input', sendWhenComplete)
  if (arrival === 'navigate') sendWhenComplete()
}

// --- countdowns ---
function countDown(seconds, tell, done) {
  const end = performance.now() + seconds * 1000
  const tick = () => {
    const left = Math.ceil((end - performance.now()) / 1000)
    if (left <= 0) return done()
    tell(left)
    setTimeout(tick, 250)
  }
  tick()
}

for (const button of all('button[data-resend]')) {
  const label = button.querySelector('[data-ready]')
  const count = button.querySelector('[data-countdown]')
  const seconds = Number(button.dataset.resend)
  if (seconds > 0) {
    button.disabled = true
    label.textContent = label.dataset.waiting
  }
  countDown(
    seconds,
    (left) => {
      count.textContent = count.dataset.countdown.replace('#', shown(left))
    },
    () => {
      button.disabled = false
      label.textContent = label.dataset.ready
      count.textContent = ''
    },
  )
}

for (const link of all('a[data-return]')) {
  const count = document.querySelector('[data-return-in]')
  if (link.dataset.return)
    countDown(
      Number(link.dataset.return),
      (left) => {
        if (count) count.textContent = count.dataset.returnIn.replace('#', shown(left))
      },
      () => location.assign(link.href),
    )
}

// --- an app around the page learns the outcome by each bridge that it has installed ---
const { appMessage } = document.body.dataset
if (appMessage) {
  // A failing bridge must stop neither the others nor the page.
  const attempt = async (send) => {
    try {
      await send()
    } catch {}
  }
  const sendToFlutter = () => window.flutter_inappwebview.callHandler('tabbyMobileSDK', [appMessage])
  attempt(() => window.webkit?.messageHandlers?.tabbyMobileSDK?.postMessage(appMessage))
  attempt(() => window.tabbyMobileSDK?.postMessage(appMessage))
  if (window.flutter_inappwebview?.callHandler) attempt(sendToFlutter)
  else addEventListener('flutterInAppWebViewPlatformReady', () => attempt(sendToFlutter), { once: true })
  attempt(() => window.ReactNativeWebView?.postMessage(appMessage))
}

// --- no stale page: checks the stage while waiting, at the session's end, and when the tab becomes visible ---
const { state, expiresIn, poll, stage, home } = document.body.dataset
let isLeaving = false
async function checkStage() {
  if (isLeaving) return
  const limit = { cache: 'no-store', signal: AbortSignal.timeout(10_000) }
  const now = await fetch(state, limit)
    .then((answer) => (answer.ok ? answer.json() : undefined))
    .catch(() => undefined)
  if (isLeaving || now === undefined || now.stage === stage) return
  // A second replace would restart the load of the next page: a page slower than the pause would never load.
  isLeaving = true
  location.replace(home)
}
// A bank answers within seconds, a person within minutes.
const pauseMs = poll === 'referred' ? 5000 : 1000
async function checkAgain() {
  await checkStage()
  if (!isLeaving) setTimeout(checkAgain, pauseMs)
}
if (state) {
  if (poll) setTimeout(checkAgain, pauseMs)
  if (expiresIn) setTimeout(checkStage, Math.min(Number(expiresIn) * 1000 + 500, 2 ** 31 - 1))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && checkStage())
}
