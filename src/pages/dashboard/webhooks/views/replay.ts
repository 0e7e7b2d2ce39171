import { formatMilliseconds, type Instant, minute } from '../../../../platform/base/times.ts'
import { askPage } from '../../../../platform/people/pages/ask-page.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { type Fact, Facts, Figures, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag, type Tone } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { leftToRight } from '../../../../platform/ui/words/lang.ts'
import type { ReplayCount, ReplayPeriod } from '../../../../platform/webhooks/replays/count-replay.ts'
import type { Replay, ReplayState } from '../../../../platform/webhooks/replays/replay.ts'
import { DoneNote } from '../../done-note.ts'
import type { Answer, Visit } from '../../page.ts'
import { clockNoteOf, type StoreTimes } from '../../times.ts'
import { displayUrl, hostOf, type OwnWebhook } from '../own-webhooks.ts'

interface AskedReplay {
  readonly webhook: OwnWebhook
  readonly period: ReplayPeriod
  readonly counted: ReplayCount
  /** The time from which on notifications are kept. */
  readonly reach: Instant
  readonly times: StoreTimes
  readonly replay: string
}

/** Asks whether these events are to be sent again. */
export function askReplay(visit: Visit, { webhook, period, counted, reach, times, replay }: AskedReplay): Answer {
  const { words } = visit
  const { texts } = words
  const { from, to, onlyMissing } = period
  const path = `webhooks/${webhook.id}`
  return askPage(visit, {
    title: texts.replay,
    sentence: texts.askReplay(numberOf(visit, counted.count, counted.isMore), leftToRight(webhook.url)),
    label: texts.hookResend,
    to: `${path}/replays`,
    back: path,
    fields: {
      ...{ from: formatMilliseconds(from), to: formatMilliseconds(to), which: onlyMissing ? 'missing' : 'all', replay },
    },
    children: html`
      ${Facts({
        facts: [
          [texts.replayPeriod, texts.replayFromTo(times.exactMoment(from), times.exactMoment(to))],
          [texts.replayWhich, onlyMissing ? texts.replayMissing : texts.replayAll],
        ],
      })}
      ${from < reach && Note({ tone: 'wait', children: html`<p>${texts.replayReach(times.moment(reach))}</p>` })}
      <p class="soft">${texts.askReplayLead}</p>
      <p class="soft small">${clockNoteOf(visit, times.currency)}</p>`,
  })
}

interface ReplayView {
  readonly webhook: OwnWebhook
  readonly replay: Replay
  readonly times: StoreTimes
  /** By the system's clock. */
  readonly now: Instant
  readonly done: string | undefined
}

/** How far a replay is. The page refreshes itself, with and without scripts. */
export function replayPage(visit: Visit, view: ReplayView): Answer {
  const { words, address } = visit
  const { texts } = words
  const { webhook, replay, times, done } = view
  const isOpen = replay.endedAt === null
  const page = `webhooks/${webhook.id}/replays/${replay.id}`
  const content = html`
    ${DoneNote({ messages: { replayed: texts.doneReplayed }, done })}
    <div class="stack" id="replay" data-live=${isOpen ? 'yes' : undefined}>
      ${Panel({
        title: texts.replayProgress,
        aside: StatusTag(replayTag(visit, replay.state)),
        children: html`
          ${Sentence({ visit, view })}
          ${Progress({ visit, view })}
          ${Facts({ facts: factsOf(visit, view) })}
          ${
            isOpen &&
            html`<div class="moves">
              <a class="button" href=${address(page)}>${texts.replayLookAgain}</a>
              ${
                visit.may('change_webhooks') &&
                VisitForm({
                  visit,
                  to: `${page}/stop`,
                  children: html`<button class="button" type="submit">${texts.replayStop}</button>`,
                })
              }
            </div>`
          }
        `,
      })}
    </div>
    <p class="soft small">${clockNoteOf(visit, times.currency, 'both')}</p>`
  return {
    page: {
      title: texts.replay,
      back: { href: address(`webhooks/${webhook.id}`), label: leftToRight(hostOf(webhook)) },
      refresh: isOpen ? { seconds: 10, address: address(page) } : undefined,
    },
    content,
  }
}

interface PartProps {
  readonly visit: Visit
  readonly view: ReplayView
}

function Sentence({ visit, view: { replay, times } }: PartProps): Content {
  const { texts } = visit.words
  if (replay.state === 'paused') {
    const next = replay.probeAt === null ? '' : texts.replayProbe(times.exactMoment(replay.probeAt))
    return Note({ tone: 'bad', children: html`<p>${texts.replayPausedLead} ${next}</p>` })
  }
  const sentence = {
    running: texts.replayRunningLead,
    finished: replay.failed > 0 ? texts.replayFinishedFailed : texts.replayFinishedLead,
    stopped: texts.replayStoppedLead,
    disabled: texts.replayDisabledLead,
    expired: texts.replayExpiredLead,
  }[replay.state]
  return html`<p>${sentence}</p>`
}

function Progress({ visit, view: { replay, now } }: PartProps): Content {
  const { words } = visit
  const { texts } = words
  const { delivered, failed, total, isMore, endedAt, startedAt, state } = replay
  const done = delivered + failed
  const left = Math.max(0, total - done)
  const perMs = done / Math.max(1, now - startedAt)
  const isEstimated = state === 'running' && done > 0 && left > 0
  const estimate = isEstimated ? texts.replayMinutes(words.number(Math.ceil(left / perMs / minute))) : '–'
  return html`
    <progress class="progress" max=${Math.max(total, done, 1)} value=${done} aria-label=${texts.replayProgress}></progress>
    ${Figures({
      figures: [
        { label: texts.hookArrived, value: words.number(delivered) },
        { label: texts.replayLeft, value: numberOf(visit, left, isMore && endedAt === null) },
        { label: texts.givenUp, value: words.number(failed) },
        ...(endedAt === null ? [{ label: texts.replayEstimate, value: estimate }] : []),
      ],
    })}`
}

function factsOf(visit: Visit, { webhook, replay, times }: ReplayView): readonly Fact[] {
  const { texts } = visit.words
  return [
    [texts.urlField, html`<bdi dir="ltr">${displayUrl(visit, webhook.url)}</bdi>`],
    [texts.replayPeriod, texts.replayFromTo(times.exactMoment(replay.from), times.exactMoment(replay.to))],
    [texts.replayWhich, replay.onlyMissing ? texts.replayMissing : texts.replayAll],
    [texts.replayStarted, times.exactMoment(replay.startedAt)],
    ...(replay.endedAt === null ? [] : [[texts.replayEnded, times.exactMoment(replay.endedAt)] as const]),
  ]
}

/** Returns the status of a replay as a text and its tone. */
export function replayTag({ words }: Visit, state: ReplayState): { readonly tone: Tone; readonly text: string } {
  const tones: Readonly<Record<ReplayState, Tone>> = {
    ...{ running: 'wait', paused: 'bad', finished: 'good', stopped: 'soft', disabled: 'bad', expired: 'bad' },
  }
  return { tone: tones[state], text: words.texts.replayStates[state] }
}

function numberOf({ words }: Visit, count: number, isMore: boolean): string {
  const number = words.number(count)
  return isMore ? words.texts.moreThan(number) : number
}
