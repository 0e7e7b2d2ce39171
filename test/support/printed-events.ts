import { detailsOf } from '../../src/money/explain/details.ts'
import { englishOf } from '../../src/money/explain/english/events.ts'
import type { Story } from '../../src/money/explain/story.ts'

/** Returns the events of a story as `qist explain` prints them, with their details for programs. */
export function printedEvents({ events, head }: Story) {
  return events.map((event) => {
    const { at, isDetail } = event
    return { at, isDetail, ...englishOf(event, head.currency), ...detailsOf(event, head.currency) }
  })
}
