import fc from 'fast-check'

/** What can be done to one captured payment and the disputes about it. Amounts in minor units, time in hours. */
export type Command =
  | { readonly do: 'open'; readonly amount: number | null }
  | { readonly do: 'refund'; readonly amount: number }
  | { readonly do: 'challenge'; readonly amount: number | null }
  | { readonly do: 'ask'; readonly from: 'merchant' | 'customer' }
  | { readonly do: 'wait'; readonly hours: number }
  | { readonly do: Simple }

const simple = [
  'approve',
  'withdraw',
  'merchant-evidence',
  'customer-evidence',
  'support-refund',
  'decline',
  'accept-amount',
  'comment',
] as const
export type Simple = (typeof simple)[number]

/** What everybody can see: it must be the same in the model and in what is tested. */
export interface Seen {
  readonly accepted: boolean
  readonly status: string | null
  readonly amount: number | null
  readonly refunded: number
  readonly daysLeft: number | null
}

export const captured = 100_00
const answerHours = 14 * 24

interface ModelDispute {
  status: string
  amount: number
  proposed: number | null
  openedAt: number
  due: number | null
  shown: boolean
}

/** The whole of section 10 once more, as plainly as it can be said, to hold the program against. */
export class DisputeModel {
  private now = 0
  private refunded = 0
  private dispute: ModelDispute | null = null

  step(command: Command): Seen {
    const accepted = this.apply(command)
    const { dispute } = this
    const isActive = dispute !== null && this.isActive(dispute)
    return {
      accepted,
      status: dispute?.status ?? null,
      amount: dispute?.amount ?? null,
      refunded: this.refunded,
      daysLeft:
        dispute === null
          ? null
          : isActive
            ? Math.max(0, Math.ceil((dispute.openedAt + answerHours - this.now) / 24))
            : 0,
    }
  }

  private apply(command: Command): boolean {
    if (command.do === 'wait') return this.wait(command.hours)
    if (command.do === 'open') return this.open(command.amount)
    if (command.do === 'refund') return this.refund(command.amount)
    const dispute = this.dispute
    if (dispute === null) return false
    if (command.do === 'comment') return true
    if (!this.isActive(dispute)) return false
    switch (command.do) {
      case 'approve':
        return this.pay(dispute)
      case 'withdraw':
        return this.end(dispute, 'cancelled')
      case 'challenge':
        return this.challenge(dispute, command.amount)
      case 'merchant-evidence':
        return this.showMerchants(dispute)
      case 'customer-evidence':
        return dispute.status === 'evidence_customer' && this.review(dispute)
      default:
        return dispute.status === 'in_progress' && this.support(dispute, command)
    }
  }

  private support(dispute: ModelDispute, command: Command): boolean {
    if (command.do === 'support-refund') return this.pay(dispute)
    if (command.do === 'decline') return this.end(dispute, 'declined')
    if (command.do === 'ask') {
      dispute.status = `evidence_${command.from}`
      dispute.due = this.now + answerHours
      if (command.from === 'merchant') dispute.shown = false
      return true
    }
    if (dispute.proposed === null) return false
    dispute.amount = dispute.proposed
    dispute.proposed = null
    return true
  }

  private wait(hours: number): boolean {
    this.now += hours
    const { dispute } = this
    if (dispute === null || dispute.due === null || dispute.due > this.now) return true
    return dispute.status === 'evidence_customer' ? this.end(dispute, 'declined') : this.pay(dispute)
  }

  private open(amount: number | null): boolean {
    const left = captured - this.refunded
    if (this.dispute !== null && this.isActive(this.dispute)) return false
    if (left === 0 || (amount !== null && (amount > left || amount <= 0))) return false
    const due = this.now + answerHours
    this.dispute = { status: 'new', amount: amount ?? left, proposed: null, openedAt: this.now, due, shown: false }
    return true
  }

  private refund(amount: number): boolean {
    if (this.dispute !== null && this.isActive(this.dispute)) return false
    if (amount > captured - this.refunded) return false
    this.refunded += amount
    return true
  }

  private challenge(dispute: ModelDispute, amount: number | null): boolean {
    if (dispute.status !== 'new' || (amount !== null && amount >= dispute.amount)) return false
    dispute.proposed = amount
    return this.review(dispute)
  }

  private showMerchants(dispute: ModelDispute): boolean {
    if (dispute.shown || dispute.status === 'evidence_customer') return false
    dispute.shown = true
    return dispute.status === 'evidence_merchant' ? this.review(dispute) : true
  }

  private review(dispute: ModelDispute): true {
    dispute.status = 'in_progress'
    dispute.due = null
    return true
  }

  private pay(dispute: ModelDispute): true {
    this.refunded += dispute.amount
    return this.end(dispute, 'refunded')
  }

  private end(dispute: ModelDispute, status: string): true {
    dispute.status = status
    dispute.due = null
    return true
  }

  private isActive(dispute: ModelDispute): boolean {
    return !['refunded', 'declined', 'cancelled'].includes(dispute.status)
  }
}

const amounts = fc.oneof(fc.integer({ min: 1, max: captured + 1 }), fc.constantFrom(1, 50_00, captured))
const oneSimple = fc.constantFrom(...simple).map((name): Command => ({ do: name }))

/** Random lives of a payment: long enough for several disputes one after the other. */
export const commands = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.option(amounts).map((amount): Command => ({ do: 'open', amount })) },
    { weight: 2, arbitrary: amounts.map((amount): Command => ({ do: 'refund', amount })) },
    { weight: 3, arbitrary: fc.option(amounts).map((amount): Command => ({ do: 'challenge', amount })) },
    { weight: 2, arbitrary: fc.constantFrom('merchant', 'customer').map((from): Command => ({ do: 'ask', from })) },
    {
      weight: 2,
      arbitrary: fc
        .oneof(fc.integer({ min: 1, max: 400 }), fc.constantFrom(13 * 24, 14 * 24 - 1, 14 * 24))
        .map((hours): Command => ({ do: 'wait', hours })),
    },
    { weight: 6, arbitrary: oneSimple },
  ),
  { minLength: 3, maxLength: 16 },
)
