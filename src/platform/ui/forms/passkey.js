// Passkeys: a button opens the browser's dialog and sends the answer with its form. Follows forms.js in the same file.
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))
const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

// Older browsers have no JSON forms of options and answers.
function optionsOf(kind, options) {
  const parse = { create: 'parseCreationOptionsFromJSON', get: 'parseRequestOptionsFromJSON' }[kind]
  if (PublicKeyCredential[parse]) return PublicKeyCredential[parse](options)
  const listOf = (known = []) => known.map((one) => ({ ...one, id: bytesOf(one.id) }))
  const { user, excludeCredentials, allowCredentials, challenge } = options
  return {
    ...options,
    challenge: bytesOf(challenge),
    ...(user && { user: { ...user, id: bytesOf(user.id) } }),
    ...(excludeCredentials && { excludeCredentials: listOf(excludeCredentials) }),
    ...(allowCredentials && { allowCredentials: listOf(allowCredentials) }),
  }
}

function answerOf(credential) {
  if (credential.toJSON) return credential.toJSON()
  const { id, type, response } = credential
  const texts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
    .filter((name) => response[name])
    .map((name) => [name, textOf(response[name])])
  return { id, type, response: { ...Object.fromEntries(texts), transports: response.getTransports?.() ?? [] } }
}

for (const part of all('.passkey')) {
  const button = part.querySelector('button')
  const { kind, origin, options } = JSON.parse(button.dataset.passkey)
  const problem = part.querySelector('.error')
  const say = (text) => {
    problem.hidden = !text
    problem.textContent = text ?? ''
  }
  const open = async (isAsked) => {
    say()
    button.disabled = true
    try {
      const credential = await navigator.credentials[kind]({ publicKey: optionsOf(kind, options) })
      part.querySelector('input').value = JSON.stringify(answerOf(credential))
      button.form.submit()
    } catch ({ name }) {
      button.disabled = false
      // A browser may refuse a dialog that nobody asked for.
      if (isAsked) say(name === 'InvalidStateError' ? button.dataset.known : button.dataset.failed)
    }
  }
  if (location.origin !== origin) {
    const elsewhere = part.querySelector('.passkey-elsewhere')
    const link = elsewhere.querySelector('a')
    link.href = `${origin}${location.pathname}${location.search}`
    link.textContent = link.href
    elsewhere.hidden = false
  } else if (!window.PublicKeyCredential) say(button.dataset.unsupported)
  else {
    button.hidden = false
    button.addEventListener('click', () => open(true))
    if ('opens' in button.dataset) open(false)
  }
}
