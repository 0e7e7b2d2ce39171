import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Answer, Visit } from '../../page.ts'
import { zoneNoteOf } from '../../times.ts'
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
}

/** The open tasks first, then the figures. */
export function homePage(visit: Visit, { tasks, firstSteps, business }: HomeView): Answer {
  const { texts } = visit.words
  const { problems } = business.period
  const isWrong = problems.from !== undefined || problems.to !== undefined
  const content = html`
    ${firstSteps && FirstSteps({ visit, steps: firstSteps })}
    ${TaskList({ visit, tasks, currency: business.currency, isNew: firstSteps !== undefined })}
    ${firstSteps === undefined && BusinessPart({ visit, business })}
    <p class="soft small">
      ${firstSteps === undefined && `${texts.homeDaysOf} `}${zoneNoteOf(visit.words, business.currency)}
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
