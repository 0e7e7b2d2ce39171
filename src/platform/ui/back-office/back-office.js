// What a back office gains where scripts run; nothing depends on it. It follows the script of forms in the same file.

// --- a menu closes when one presses beside it, or Escape ---
const menus = all('details.menu')
addEventListener('click', (event) => {
  for (const menu of menus) if (!menu.contains(event.target)) menu.open = false
})
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return
  for (const menu of menus) {
    if (!menu.open) continue
    menu.open = false
    menu.querySelector('summary').focus()
  }
})

// --- a page that is printed says so with a button ---
for (const button of all('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

// --- what is chosen of an order's items is summed while one chooses ---
for (const output of all('[data-sum]')) {
  const { form } = output
  const { lang, currency } = output.dataset
  const format = new Intl.NumberFormat(lang, { style: 'currency', currency })
  const minor = 10 ** format.resolvedOptions().maximumFractionDigits
  const sum = () => {
    let total = 0
    for (const input of form.querySelectorAll('[data-unit]')) {
      const count = input.type === 'checkbox' ? Number(input.checked) : Math.min(Number(input.value), Number(input.max))
      const { unit, discount, of } = input.dataset
      total += Math.max(0, unit * count - Math.floor((discount * count) / of))
    }
    output.textContent = format.format(total / minor)
    output.parentElement.hidden = total === 0
  }
  form.addEventListener('input', sum)
  sum()
}

// --- what is to be copied is copied by a press ---
for (const button of all('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    const input = document.getElementById(button.dataset.copy)
    input.select()
    const say = () => {
      document.getElementById(`${input.id}-copied`).textContent = button.dataset.copied
    }
    // Where it may not be written to, what is selected is copied.
    const bySelection = () => document.execCommand('copy') && say()
    if (navigator.clipboard) navigator.clipboard.writeText(input.value).then(say, bySelection)
    else bySelection()
  })
}

// --- files are on their way: how far they are, and then the page that answers them ---
addEventListener('submit', (event) => {
  const form = event.target
  const hasFiles = [...form.querySelectorAll('[type=file]')].some(({ files }) => files.length > 0)
  if (event.defaultPrevented || !form.matches('[data-progress]') || !hasFiles) return
  event.preventDefault()
  const bar = form.querySelector('progress')
  bar.hidden = false
  const request = new XMLHttpRequest()
  request.open('POST', form.action)
  request.upload.onprogress = ({ loaded, total }) => {
    bar.max = total
    bar.value = loaded
  }
  request.onerror = () => form.submit()
  request.onload = () => {
    if (request.responseURL !== form.action) return location.assign(request.responseURL)
    const page = new DOMParser().parseFromString(request.responseText, 'text/html')
    const main = page.querySelector('main') ?? page.body
    document.title = page.title
    document.querySelector('main').replaceWith(main)
    scrollTo(0, 0)
    ;(main.querySelector('[autofocus]') ?? main).focus()
  }
  request.send(new FormData(form))
})

// --- the arrow keys go along the rows of a list while one of its links has the focus ---
addEventListener('keydown', (event) => {
  const link = document.activeElement?.closest?.('.row-link')
  if (!link || event.altKey || event.ctrlKey || event.metaKey) return
  const links = [...link.closest('table').querySelectorAll('.row-link')]
  const to = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  links[links.indexOf(link) + to]?.focus()
})

// --- a long file says how far it is, row by row; what is longer still is left to the browser ---
addEventListener('click', async (event) => {
  const link = event.target.closest?.('a[data-rows]')
  const rows = Number(link?.dataset.rows)
  if (!(rows >= 2_000 && rows <= 200_000) || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  if (link.nextElementSibling?.matches('progress')) return
  const bar = document.createElement('progress')
  bar.className = 'progress'
  bar.max = rows
  bar.value = 0
  bar.ariaLabel = link.dataset.underWay
  link.after(bar)
  try {
    const answer = await fetch(link.href)
    // What is no file is a page that says why, such as the sign-in.
    if (!answer.ok || !answer.headers.has('content-disposition')) throw new Error(String(answer.status))
    const pieces = []
    const reader = answer.body.getReader()
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      pieces.push(read.value)
      bar.value += read.value.reduce((lines, byte) => lines + (byte === 10), 0)
    }
    const saved = document.createElement('a')
    saved.href = URL.createObjectURL(new Blob(pieces))
    saved.download = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition'))?.[1] ?? ''
    saved.click()
    setTimeout(() => URL.revokeObjectURL(saved.href), 60_000)
  } catch {
    // The page of what went wrong, or the file after all.
    location.assign(link.href)
  }
  bar.remove()
})

// --- what goes on by itself is looked at again, unless somebody is at it ---
async function lookAgain() {
  const part = document.querySelector('[data-live]')
  if (!part) return
  const isInUse = () => document.hidden || part.contains(document.activeElement)
  if (!isInUse()) {
    const text = await fetch(location.href).then(
      (answer) => (answer.ok ? answer.text() : ''),
      () => '',
    )
    const next = new DOMParser().parseFromString(text, 'text/html').getElementById(part.id)
    if (next && next.outerHTML !== part.outerHTML && !isInUse()) part.replaceWith(next)
  }
  setTimeout(lookAgain, 2_000)
}
setTimeout(lookAgain, 2_000)
