// Search, copying and marking where the reader is. The page says everything without it.

const box = document.querySelector('[data-search-box]')
const input = document.querySelector('#search')
const found = document.querySelector('#found')
const nothing = document.querySelector('[data-nothing]')
const intro = document.querySelector('[data-intro]')
const contents = document.querySelector('.contents')
const searched = [...document.querySelectorAll('[data-search]')]
const links = new Map([...document.querySelectorAll('[data-for]')].map((item) => [item.dataset.for, item]))

box.hidden = false
// On a narrow screen the contents would push the reference out of sight.
if (matchMedia('(max-width: 899px)').matches) contents.open = false

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const section of searched) {
    const text = section.dataset.search
    section.hidden = !words.every((word) => text.includes(word))
    const link = links.get(section.id)
    if (link) link.hidden = section.hidden
    if (!section.hidden) count += 1
  }
  for (const group of document.querySelectorAll('[data-group], .nav-group')) {
    const parts = [...group.querySelectorAll('[data-search], [data-for]')]
    group.hidden = words.length > 0 && parts.every((part) => part.hidden)
  }
  intro.hidden = words.length > 0
  nothing.hidden = count > 0
  found.textContent = words.length === 0 ? '' : `${count} of ${searched.length}`
}

input.addEventListener('input', () => {
  search()
  scrollTo({ top: 0 })
})
input.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    input.value = ''
    search()
  }
  if (event.key === 'Enter') {
    const first = searched.find((section) => !section.hidden)
    if (first) location.hash = first.id
  }
})
addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLInputElement
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  input.focus()
})

// A link leads out of a search that has hidden its goal.
addEventListener('hashchange', () => {
  const goal = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (goal?.closest('[hidden]')) {
    input.value = ''
    search()
    goal.scrollIntoView()
  }
  if (matchMedia('(max-width: 899px)').matches) contents.open = false
})

for (const button of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.closest('figure').querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })
}

const watch = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const link = links.get(target.id)?.querySelector('a')
      if (isIntersecting) link?.setAttribute('aria-current', 'true')
      else link?.removeAttribute('aria-current')
    }
    const [current] = document.querySelectorAll('nav [aria-current]')
    const list = document.querySelector('nav')
    if (current && list.scrollHeight > list.clientHeight && !list.contains(document.activeElement)) {
      const { top, bottom } = current.getBoundingClientRect()
      if (top < 140 || bottom > innerHeight - 20) list.scrollTop += top - innerHeight / 2
    }
  },
  { rootMargin: '-120px 0px -70% 0px' },
)
for (const section of document.querySelectorAll('.operation')) watch.observe(section)
