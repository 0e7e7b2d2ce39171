// Improves back-office pages if scripts run. Every page works without it. Follows ui/forms/forms.js in the same file.

// --- a menu closes on a click outside, or on Escape ---
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

// --- print buttons ---
for (const button of all('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

// --- the sum of the chosen items, updated with each choice ---
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

// --- one box ticks all boxes of its form with a name ---
for (const label of all('[data-tick-all]')) {
  label.hidden = false
  const whole = label.querySelector('input')
  const form = whole.form
  const boxes = [...form.querySelectorAll(`[type=checkbox][name="${label.dataset.tickAll}"]`)]
  const show = () => {
    const ticked = boxes.filter(({ checked }) => checked).length
    whole.checked = ticked === boxes.length
    whole.indeterminate = ticked > 0 && ticked < boxes.length
  }
  form.addEventListener('change', ({ target }) => {
    if (target === whole) for (const box of boxes) box.checked = whole.checked
    show()
  })
  show()
}

// --- copy buttons ---
for (const button of all('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    const input = document.getElementById(button.dataset.copy)
    input.select()
    const say = () => {
      document.getElementById(`${input.id}-copied`).textContent = button.dataset.copied
    }
    // If the page may not write to the clipboard, copy the selection.
    const bySelection = () => document.execCommand('copy') && say()
    if (navigator.clipboard) navigator.clipboard.writeText(input.value).then(say, bySelection)
    else bySelection()
  })
}

// --- uploads: a progress bar, then the page of the answer ---
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

// --- arrow keys move the focus between the rows of a list ---
addEventListener('keydown', (event) => {
  const link = document.activeElement?.closest?.('.row-link')
  if (!link || event.altKey || event.ctrlKey || event.metaKey) return
  const links = [...link.closest('table').querySelectorAll('.row-link')]
  const to = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  links[links.indexOf(link) + to]?.focus()
})

// --- exports: a progress bar by rows. The browser downloads larger files itself ---
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
    // An answer without a file is a page, such as the sign-in.
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
    // Let the browser show the error page, or load the file.
    location.assign(link.href)
  }
  bar.remove()
})

// --- live parts reload every two seconds, unless the person is using them ---
async function reloadLivePart() {
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
  setTimeout(reloadLivePart, 2_000)
}
setTimeout(reloadLivePart, 2_000)
