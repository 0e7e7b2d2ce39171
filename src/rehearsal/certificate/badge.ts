import { formatSeconds } from '../../platform/base/times.ts'
import type { Certificate } from './certificate.ts'
import { type Check, countsForBadge } from './checks.ts'

type JudgedBody = Pick<Certificate, 'profile' | 'seed' | 'checks' | 'startedAt' | 'endedAt' | 'rehearsal'>

/** The core checks that a shop of this profile is held to: one that asks needs no webhook. */
export function requiredChecks({ profile, checks }: Pick<Certificate, 'profile' | 'checks'>): Check[] {
  return checks.filter(({ check }) => countsForBadge(check, profile))
}

/** How many of them were passed, where and when: never that anybody certified it. */
export function badgeText(run: JudgedBody): string {
  const { passed, held } = score(run)
  const on = formatSeconds(run.endedAt ?? run.startedAt).slice(0, 10)
  return `passed ${passed} of ${held} core checks here, version ${run.rehearsal.version}, ${on}, seed ${run.seed}`
}

function score(run: JudgedBody): { passed: number; held: number } {
  const held = requiredChecks(run)
  return { passed: held.filter(({ result }) => result === 'passed').length, held: held.length }
}

/** In pixels; letters of the badge's size take about so much. */
const letter = 6.6
const label = 'Qist'
const labelWidth = 40

/** The same as a picture, green where all were passed. */
export function drawBadge(run: JudgedBody): string {
  const { passed, held } = score(run)
  return drawBadgeOf(badgeText(run), held > 0 && passed === held)
}

/** The same of its text. */
export function drawBadgeOf(text: string, isWhole: boolean): string {
  const textWidth = Math.ceil(text.length * letter) + 16
  const width = labelWidth + textWidth
  const colour = isWhole ? '#1f7a4d' : '#8a5a00'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${text}"><title>${label}: ${text}</title><clipPath id="edge"><rect width="${width}" height="20" rx="3"/></clipPath><g clip-path="url(#edge)"><rect width="${labelWidth}" height="20" fill="#444"/><rect x="${labelWidth}" width="${textWidth}" height="20" fill="${colour}"/></g><g fill="#fff" font-family="Verdana,Geneva,sans-serif" font-size="11"><text x="8" y="14">${label}</text><text x="${labelWidth + 8}" y="14" textLength="${textWidth - 16}">${text}</text></g></svg>`
}
