// Opens checkout sessions in the browser, for plug-ins that do so on their checkout page.

/** Returns the products of a session with their addresses as plug-ins read them. */
function productsOf(session) {
  const products = session.configuration?.available_products ?? {}
  const plansOf = (plans) => plans.map((plan) => ({ ...plan, webUrl: plan.web_url }))
  return Object.fromEntries(Object.entries(products).map(([type, plans]) => [type, plansOf(plans)]))
}

/** Opens a session with a public key. Returns it; on failure an answer whose `status` is `error`. It never rejects. */
async function createSession(given) {
  try {
    const { apiKey, payment, lang, merchantCode, merchantUrls } = given
    const answer = await fetch(`${service.origin}/api/v2/checkout`, {
      method: 'POST',
      credentials: 'omit',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ payment, lang, merchant_code: merchantCode, merchant_urls: merchantUrls }),
      signal: AbortSignal.timeout?.(30_000),
    })
    const session = await answer.json()
    return { ...session, availableProducts: productsOf(session) }
  } catch (error) {
    return { status: 'error', error: String(error), availableProducts: {} }
  }
}

/* global service */
window[service.sessions] = { createSession }
