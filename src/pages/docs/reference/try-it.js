// "Try it": sends an operation to this sandbox. The key stays in the tab: it is in no address and no cookie.

const keyName = 'qist-key'
const waitMs = 30_000
const shownChars = 100_000

function storedKey() {
  try {
    return sessionStorage.getItem(keyName) ?? ''
  } catch {
    return ''
  }
}

function storeKey(key) {
  try {
    sessionStorage.setItem(keyName, key)
  } catch {
    // The browser stores nothing: the key holds for this page.
  }
}

const keyFields = [...document.querySelectorAll('[data-key]')]
for (const field of keyFields) {
  field.value = storedKey()
  field.addEventListener('input', () => {
    for (const other of keyFields) if (other !== field) other.value = field.value
    storeKey(field.value.trim())
  })
}

function requestOf(form) {
  const fields = [...form.querySelectorAll('[data-in]')].filter(({ value }) => value.trim() !== '')
  const of = (place) => fields.filter(({ dataset }) => dataset.in === place)
  const path = of('path').reduce(
    (made, { dataset, value }) => made.replace(`{${dataset.name}}`, encodeURIComponent(value.trim())),
    form.dataset.path,
  )
  const query = new URLSearchParams(of('query').map(({ dataset, value }) => [dataset.name, value.trim()])).toString()
  const headers = new Headers(of('header').map(({ dataset, value }) => [dataset.name, value.trim()]))
  const key = form.querySelector('[data-key]')?.value.trim()
  if (key) headers.set('authorization', `Bearer ${key}`)
  const body = form.querySelector('[data-body]')?.value
  if (body) headers.set('content-type', 'application/json')
  return [
    query === '' ? path : `${path}?${query}`,
    {
      method: form.dataset.method,
      headers,
      body: body || undefined,
      credentials: 'omit',
      signal: AbortSignal.timeout(waitMs),
    },
  ]
}

async function textOf(answer) {
  const type = answer.headers.get('content-type') ?? ''
  const bytes = await answer.arrayBuffer()
  if (!/json|text|svg|csv|^$/.test(type)) return `${bytes.byteLength} bytes of ${type}`
  const text = new TextDecoder().decode(bytes)
  let shown = text
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // The answer is no JSON.
  }
  return shown.length > shownChars ? `${shown.slice(0, shownChars)}\n… ${shown.length} characters in all` : shown
}

function problemOf(error) {
  if (error.name === 'TimeoutError') return `No answer within ${waitMs / 1000} seconds.`
  if (error.message.includes('fetch') || error.name === 'AbortError')
    return `No answer: ${error.message}. Does the sandbox still run?`
  return `Not sent: ${error.message}.`
}

async function send(form, status, shown) {
  const began = performance.now()
  try {
    const answer = await fetch(...requestOf(form))
    const text = await textOf(answer)
    status.textContent = `${answer.status} ${answer.statusText} after ${Math.round(performance.now() - began)} ms`
    shown.textContent = text
    shown.hidden = text === ''
  } catch (error) {
    status.textContent = problemOf(error)
    shown.hidden = true
  }
}

for (const box of document.querySelectorAll('[data-try]')) {
  box.hidden = false
  const form = box.querySelector('form')
  form?.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('button')
    if (button.getAttribute('aria-disabled') === 'true') return
    const status = box.querySelector('[data-status]')
    status.textContent = 'Sending …'
    button.setAttribute('aria-disabled', 'true')
    await send(form, status, box.querySelector('[data-answer]'))
    button.removeAttribute('aria-disabled')
  })
}
