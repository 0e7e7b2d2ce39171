// Improves forms if scripts run. Every form works without it. The page's own script follows in the same file,
// and adds its checks to `fieldProblems`.
const all = (selector) => [...document.querySelectorAll(selector)]

/** Each returns the problem of an input, '' if the input is valid, or undefined if it does not know the input. */
const fieldProblems = []

function problemOf(input) {
  for (const find of fieldProblems) {
    const problem = find(input)
    if (problem !== undefined) return problem
  }
  return ''
}

// --- a second press does not send the form again ---
for (const form of all('form')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) return event.preventDefault()
    const wrong = [...form.querySelectorAll('input[data-message]')].filter((input) => !validate(input))
    if (wrong.length > 0) {
      event.preventDefault()
      wrong[0].focus()
      return
    }
    form.dataset.sent = 'yes'
    const button = event.submitter ?? form.querySelector('button')
    button?.classList.add('is-busy')
    button?.setAttribute('aria-busy', 'true')
  })
}
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload()
})

// --- a wrong field shows its error below, and hides it as soon as the value is valid ---
function validate(input) {
  const problem = problemOf(input)
  const field = input.closest('.field')
  const error = field.querySelector('.error span')
  field.classList.toggle('field-wrong', problem !== '')
  if (problem) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
  if (error.textContent !== problem) error.textContent = problem
  return problem === ''
}

for (const input of all('input[data-message]')) {
  input.addEventListener('input', () => {
    if (input.getAttribute('aria-invalid') && problemOf(input) === '') validate(input)
  })
}
