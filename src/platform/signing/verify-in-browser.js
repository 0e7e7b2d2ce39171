const inputs = [document.getElementById('evidence'), document.getElementById('keys')]
const verdict = document.getElementById('verdict')
const content = document.getElementById('content')
let latest = 0

/** What the valid document says, for people: its kind, its payment, and who signed it when. */
function showContent(evidence) {
  const { format, issuer, issued_at, payment } = evidence
  const amount = payment ? `${payment.amount} ${payment.currency}` : ''
  const facts = {
    Format: format,
    Issuer: issuer,
    Issued: issued_at,
    Payment: payment?.id,
    Amount: amount,
    Status: payment?.status,
  }
  for (const [name, value] of Object.entries(facts)) {
    if (!value) continue
    const term = document.createElement('dt')
    const detail = document.createElement('dd')
    term.textContent = name
    detail.textContent = String(value)
    content.append(term, detail)
  }
}

async function check() {
  const mine = ++latest
  const [file, keysFile] = inputs.map((input) => input.files[0])
  content.replaceChildren()
  verdict.className = ''
  verdict.textContent = file && keysFile ? 'Checking …' : ''
  if (!file || !keysFile) return
  let result
  let bytes
  try {
    const buffers = await Promise.all([file.arrayBuffer(), keysFile.arrayBuffer()])
    const [evidence, keys] = buffers.map((buffer) => new Uint8Array(buffer))
    bytes = evidence
    result = await verifyDocument(evidence, readKeys(keys))
  } catch (error) {
    result = { valid: false, why: error.message }
  }
  // Another file was chosen meanwhile.
  if (mine !== latest) return
  verdict.className = result.valid ? 'good' : 'bad'
  verdict.textContent = result.valid
    ? 'Valid: not a byte was changed since it was signed. صالح'
    : `Not valid: ${result.why}. غير صالح`
  if (result.valid) showContent(JSON.parse(new TextDecoder().decode(bytes)))
}

for (const input of inputs) input.addEventListener('change', check)
