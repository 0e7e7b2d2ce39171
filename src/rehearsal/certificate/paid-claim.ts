/** Longest claim that is quoted, in characters. */
const longestClaim = 120

const claims = [
  /\b(?:is|was|been|are|status|order|payment)\W+(?:now |already |fully |successfully )?paid\b/iu,
  /\bpayment\b.{0,20}\b(?:successful|succeeded|received|accepted|confirmed|completed?)\b/iu,
  /\border\b.{0,20}\bconfirmed\b/iu,
  /\bthank(?:s| you) for (?:your )?(?:payment|paying)\b/iu,
  /\b(?:successfully|you have|you've) paid\b/iu,
  /(?<!\p{L})مدفوعة?(?!\p{L})/u,
  /(?:تم|تمت|اكتمل|اكتملت|نجح|نجحت)\s+(?:عملية\s+)?(?:الدفع|دفع|السداد|استلام الدفع|تأكيد)/u,
]
/** Words of a part that says when, or whether, something will be paid. */
const doubts =
  /\b(?:not?|un\w+|yet|once|if|when|whether|until|unless|will|wait\w*|await\w*|pending|checking|confirming|false|fail\w*|cancel\w*)\b|n't\b|لم|غير|ليس|انتظار|عند|إذا|بعد|قيد|سوف/iu

/**
 * Returns the part of a page that says that the order is paid; null if none does. `page`: HTML, JSON or text, of which
 * a customer sees the texts.
 */
export function paidClaimIn(page: string): string | null {
  const claim = partsOf(page).find((part) => !doubts.test(part) && isClaim(part))
  return claim === undefined ? null : claim.slice(0, longestClaim)
}

const ofOrder = /^(?:your|the|order|payment|status|it|fully)$|\d/i

// The word alone, or of an order with its number. "Paid orders" and "Amount paid" say nothing of this one.
function isClaim(part: string): boolean {
  const words = part.split(/[\s:]+/)
  const isOfOrder = /^paid\W*$/i.test(words.at(-1) ?? '') && words.slice(0, -1).every((word) => ofOrder.test(word))
  return isOfOrder || claims.some((pattern) => pattern.test(part))
}

const hiddenElements = new Set(['head', 'script', 'style', 'template', 'noscript'])

function partsOf(page: string): string[] {
  let hidden: string | undefined
  let visible = ''
  for (const [token] of page.matchAll(/<[^<>]*>|[^<]+|</g)) {
    const name = /^<\/?([a-z]+)/i.exec(token)?.[1]?.toLowerCase()
    if (hidden !== undefined) hidden = name === hidden && token.startsWith('</') ? undefined : hidden
    else if (name !== undefined && hiddenElements.has(name)) hidden = name
    else visible += token.startsWith('<') ? '\n' : token
  }
  const parts = visible.replaceAll('’', "'").split(/[\n.!?؟{},;]+/u)
  return parts.map((part) => part.replace(/(?:&nbsp|&#160|[\s"])+/g, ' ').trim())
}
