import { findByPayment, save } from './orders.js'
import { qist, settings } from './settings.js'

/** @import { Dispute } from '@qist/sdk' */

/** The statuses without a decision. They block refunds of the payment. */
const active = ['new', 'in_progress', 'evidence_merchant', 'evidence_customer']

/** @typedef {'approve' | 'challenge' | 'evidence'} Answer */

/** Returns the possible answers to a dispute in this status. @param {string} status @returns {Answer[]} */
export function answersTo(status) {
  if (status === 'new') return ['challenge', 'approve']
  if (status === 'evidence_merchant') return ['evidence', 'approve']
  return active.includes(status) ? ['approve'] : []
}

/** @param {string} paymentId */
export async function hasActiveDispute(paymentId) {
  if (!settings.isLive) return false
  for await (const { payment_id } of qist.listDisputes({ statuses: active })) if (payment_id === paymentId) return true
  return false
}

/** Reads a dispute, and saves its state with its order. @param {string} id */
export async function readDispute(id) {
  const { dispute } = await qist.getDispute(id)
  return noteDispute(dispute)
}

/** @param {Dispute} dispute */
export function noteDispute({ id, payment_id, status, amount, reason, comment }) {
  const order = findByPayment(payment_id)
  if (order === undefined) return undefined
  order.disputes = [...order.disputes.filter((other) => other.id !== id), { id, status, amount, reason, comment }]
  save(order)
  return order
}

/**
 * Answers a dispute: the shop approves it (`approve`), or support decides by the shop's evidence.
 * @param {string} id
 * @param {Answer} answer
 * @param {string} words
 * @param {File | undefined} file A PDF or picture, such as the carrier's receipt.
 */
export async function answerDispute(id, answer, words, file) {
  try {
    if (answer === 'approve') await qist.approveDisputes({ dispute_ids: [id] })
    else {
      const attachment_ids = file === undefined ? [] : [(await qist.uploadAttachment(file)).id]
      if (answer === 'evidence') await qist.provideEvidence(id, { content: words, attachment_ids })
      else {
        const reason = 'merchant_reason_order_has_been_already_delivered'
        await qist.challengeDisputes({ dispute_id: id, reason, description: words, attachment_ids })
      }
    }
  } finally {
    // Also after a lost answer: the current status shows whether it was done.
    await readDispute(id)
  }
}
