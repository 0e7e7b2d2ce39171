import type { UpcomingPayouts } from '../../../../money/settlements/list-upcoming-payouts.ts'
import type { Store } from '../../../../platform/merchants/merchant.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Answer, Visit } from '../../page.ts'
import { NextPayout } from '../../settlements/views/next-payout.ts'
import { clockNoteOf } from '../../times.ts'
import type { Business, BusinessProps, FirstStep, Tasks } from '../home-data.ts'
import { Deliveries } from './deliveries.ts'
import { Funnel } from './funnel.ts'
import { PeriodBar } from './period-bar.ts'
import { Shares } from './shares.ts'
import { FirstSteps, TaskList } from './tasks.ts'
import { Volume } from './volume.ts'

interface HomeView {
  readonly tasks: Tasks
  /** Undefined if the merchant has payments already. */
  readonly firstSteps: readonly FirstStep[] | undefined
  readonly business: Business
  /** Undefined if the role may not see settlements. */
  readonly payouts: UpcomingPayouts | undefined
  readonly stores: readonly Store[]
}

/** The next payout first, then the open tasks, then the figures. */
export function homePage(visit: Visit, { tasks, firstSteps, business, payouts, stores }: HomeView): Answer {
  const { texts } = visit.words
  const { problems } = business.period
  const isWrong = problems.from !== undefined || problems.to !== undefined
  const content = html`
    ${firstSteps === undefined && payouts && NextPayout({ visit, payouts, stores })}
    ${firstSteps && FirstSteps({ visit, steps: firstSteps })}
    ${TaskList({ visit, tasks, currency: business.currency, isNew: firstSteps !== undefined })}
    ${firstSteps === undefined && BusinessPart({ visit, business })}
    <p class="soft small">
      ${firstSteps === undefined && `${texts.homeDaysOf} `}${clockNoteOf(visit, business.currency)}
    </p>`
  return { page: { title: texts.home }, content, status: isWrong ? 422 : 200 }
}

function BusinessPart(props: BusinessProps): Content {
  return html`${PeriodBar(props)}
    ${Volume(props)}
    <div class="panels panels-even">
      ${Funnel(props)}
      ${Shares(props)}
    </div>
    ${Deliveries(props)}`
}
