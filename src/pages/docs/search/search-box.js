// The search box. Fetches library and index when it gets the focus. Without scripts the server answers the form.

const form = document.querySelector('[data-search]')
const input = form.querySelector('input')
const results = form.querySelector('[data-results]')
const status = form.querySelector('[data-found]')
const list = results.querySelector('ul')
const most = 12
let finder

function load() {
  const { index, library, finder: own } = document.body.dataset
  finder ??= Promise.all([import(library), import(own), fetch(index).then((answer) => answer.json())]).then(
    ([{ default: MiniSearch }, { openFinder }, entries]) => openFinder(MiniSearch, entries),
  )
  // After a failed fetch the next focus tries again. The form works meanwhile.
  finder.catch(() => {
    finder = undefined
  })
  return finder
}

function element(name, text, className = '') {
  const made = document.createElement(name)
  made.textContent = text
  made.className = className
  return made
}

function itemOf({ title, page, address, excerpt }) {
  const link = document.createElement('a')
  link.href = address
  link.append(element('span', title, 'strong'), ' ', element('span', page, 'soft'), element('span', excerpt, 'excerpt'))
  const item = document.createElement('li')
  item.append(link)
  return item
}

async function show() {
  const find = await load()
  const query = input.value.trim()
  const hits = query === '' ? [] : find(query, most)
  list.replaceChildren(...hits.map(itemOf))
  results.hidden = query === ''
  status.textContent = hits.length === 0 ? 'Nothing has these words.' : foundWords(hits.length)
}

function foundWords(count) {
  if (count === most) return `The best ${most}; Enter shows more`
  return count === 1 ? '1 place' : `${count} places`
}

function close() {
  results.hidden = true
}

function move(step) {
  const stops = [input, ...list.querySelectorAll('a')]
  const at = stops.indexOf(document.activeElement)
  stops[(at + step + stops.length) % stops.length]?.focus()
}

input.addEventListener('focus', () => {
  load().catch(() => undefined)
})
input.addEventListener('input', () => {
  show().catch(close)
})
form.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    close()
    input.value = ''
    input.focus()
  }
  if (results.hidden || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
  event.preventDefault()
  move(event.key === 'ArrowDown' ? 1 : -1)
})
form.addEventListener('focusout', ({ relatedTarget }) => {
  if (!form.contains(relatedTarget)) close()
})
list.addEventListener('click', close)
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  input.select()
})
