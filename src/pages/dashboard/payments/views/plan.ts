import { keptFee } from '../../../../money/payments/payment-plan.ts'
import { type Installment, planAt } from '../../../../money/plans/plan.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag, type Tone } from '../../../../platform/ui/back-office/components/status.ts'
import { Ring } from '../../../../platform/ui/components/pictures.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { PartProps } from './notice.ts'

const tones: Readonly<Record<Installment['status'], Tone>> = {
  paid: 'good',
  scheduled: 'soft',
  due: 'wait',
  overdue: 'bad',
  cancelled: 'soft',
}

/** The customer's plan. Nothing if the payment was never authorized. */
export function PlanPanel({ visit, facts }: PartProps): Content {
  const { words } = visit
  const { texts } = words
  const { plan, payment } = facts
  if (plan === undefined) return null
  const { installments } = planAt(plan.facts, plan.now)
  const count = (status: Installment['status']): number => installments.filter((each) => each.status === status).length
  const paidMinor = installments.reduce((sum, each) => sum + each.paidMinor, 0n)
  const totalMinor = installments.reduce((sum, each) => sum + each.amountMinor, 0n)
  const feeMinor = keptFee(payment)
  const money = (minor: bigint): string => words.money(minor, payment.currency)
  return Panel({
    title: texts.planPanel,
    children: html`
      <div class="plan-head">
        ${Ring({ of: installments.length, filled: count('paid'), late: count('overdue'), size: 44 })}
        <p class="strong">
          ${totalMinor === 0n ? texts.planOver : texts.planPaid(money(paidMinor), money(totalMinor))}
        </p>
      </div>
      <ol class="plan-parts">
        ${installments.map(
          ({ number, dueDate, amountMinor, status }) => html`<li>
            <span class="plan-part">
              <span class="unseen">${texts.installment(words.number(number))}: </span>
              <span>${words.longDate(dueDate)}</span>
              ${StatusTag({ tone: tones[status], text: texts.installmentStates[status] })}
            </span>
            ${amountMinor > 0n && html`<span class="number strong">${money(amountMinor)}</span>`}
          </li>`,
        )}
      </ol>
      ${feeMinor > 0n && html`<p class="soft small">${texts.planFeeNote(money(feeMinor))}</p>`}
    `,
  })
}
