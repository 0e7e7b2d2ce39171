// Copy buttons, the language of the code, and the current section in the navigation. The pages are complete without it.

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

const groups = [...document.querySelectorAll('[data-languages]')]

function showLanguage(language) {
  for (const group of groups) {
    const variants = [...group.querySelectorAll('[data-language]')]
    const shown = variants.find((variant) => variant.dataset.language === language) ?? variants[0]
    for (const variant of variants) variant.hidden = variant !== shown
    for (const button of group.querySelectorAll('[data-choose]'))
      button.setAttribute('aria-pressed', String(button.dataset.choose === shown.dataset.language))
  }
}

for (const button of document.querySelectorAll('[data-choose]')) {
  button.parentElement.hidden = false
  button.addEventListener('click', () => {
    const { top } = button.getBoundingClientRect()
    showLanguage(button.dataset.choose)
    // Code above the button may be longer or shorter now.
    scrollBy({ top: button.getBoundingClientRect().top - top, behavior: 'instant' })
    try {
      localStorage.setItem('qist-language', button.dataset.choose)
    } catch {
      // The browser stores nothing: the choice holds for this page.
    }
  })
}

function readLanguage() {
  try {
    return localStorage.getItem('qist-language')
  } catch {
    return null
  }
}
if (groups.length > 0) showLanguage(readLanguage())

function showCurrent() {
  const current = side?.querySelector('[aria-current]')
  if (!current || side.scrollHeight <= side.clientHeight || side.contains(document.activeElement)) return
  const { top, bottom } = current.getBoundingClientRect()
  if (top < 140 || bottom > innerHeight - 20) side.scrollTop += top - innerHeight / 2
}
showCurrent()

const sections = [...links.keys()].map((id) => document.getElementById(id))

// The last section that begins above the place to which a link scrolls. The end of a page cannot scroll that far: there
// the target of the address counts while it is visible, and else the last section.
function currentSection() {
  const line = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 8
  const isEnd = scrollY > 0 && innerHeight + scrollY > document.documentElement.scrollHeight - 2
  const target = document.querySelector(':target')
  const top = target?.getBoundingClientRect().top ?? -1
  const isShown = top >= 0 && top < innerHeight
  if (isEnd && !isShown) return sections.at(-1)
  const isReached = isEnd
    ? (section) => section === target || section.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING
    : (section) => section.getBoundingClientRect().top <= line
  return sections.findLast(isReached)
}

let isWaiting = false
function markSection() {
  if (isWaiting) return
  isWaiting = true
  requestAnimationFrame(() => {
    isWaiting = false
    const current = currentSection()
    for (const [id, link] of links) {
      if (id === current?.id) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
    showCurrent()
  })
}
if (sections.length > 0) {
  for (const event of ['scroll', 'resize', 'hashchange', 'load'])
    addEventListener(event, markSection, { passive: true })
  markSection()
}
