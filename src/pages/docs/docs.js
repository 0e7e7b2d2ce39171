// Copy buttons, and the current section in the navigation. The pages are complete without it.

const isNarrow = matchMedia('(max-width: 899px)')
const folds = document.querySelectorAll('.contents, .on-page details')
const side = document.querySelector('.side')
const links = new Map(
  [...document.querySelectorAll('[data-for]')].map((item) => [item.dataset.for, item.querySelector('a')]),
)

// On a narrow screen the open contents would push the text out of sight.
function foldContents() {
  if (isNarrow.matches) for (const fold of folds) fold.open = false
}
foldContents()
addEventListener('hashchange', foldContents)

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

function showCurrent() {
  const current = side?.querySelector('[aria-current]')
  if (!current || side.scrollHeight <= side.clientHeight || side.contains(document.activeElement)) return
  const { top, bottom } = current.getBoundingClientRect()
  if (top < 140 || bottom > innerHeight - 20) side.scrollTop += top - innerHeight / 2
}
showCurrent()

const watch = new IntersectionObserver(
  (entries) => {
    const [visible] = entries.filter((entry) => entry.isIntersecting)
    if (!visible) return
    for (const [id, link] of links) {
      if (id === visible.target.id) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    showCurrent()
  },
  { rootMargin: '-120px 0px -70% 0px' },
)
for (const id of links.keys()) watch.observe(document.getElementById(id))
