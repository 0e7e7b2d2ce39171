import { formatSeconds } from '../../platform/base/times.ts'
import type { Certificate } from './certificate.ts'
import { type Check, countsForBadge } from './checks.ts'

type JudgedBody = Pick<Certificate, 'profile' | 'seed' | 'checks' | 'startedAt' | 'endedAt' | 'rehearsal'>

/** Returns the core checks that count for this profile. A polling shop needs no webhook. */
export function requiredChecks({ profile, checks }: Pick<Certificate, 'profile' | 'checks'>): Check[] {
  return checks.filter(({ check }) => countsForBadge(check, profile))
}

/** Returns the badge's text: passed core checks, version, date, seed. It claims no certification by anybody. */
export function badgeText(run: JudgedBody): string {
  const { passed, held } = score(run)
  const on = formatSeconds(run.endedAt ?? run.startedAt).slice(0, 10)
  return `passed ${passed} of ${held} core checks here, version ${run.rehearsal.version}, ${on}, seed ${run.seed}`
}

function score(run: JudgedBody): { passed: number; held: number } {
  const held = requiredChecks(run)
  return { passed: held.filter(({ result }) => result === 'passed').length, held: held.length }
}

/** Average width of a letter, in pixels. */
const letter = 6.6
const label = 'Qist'
const labelWidth = 40

/** Returns the badge as SVG, green if all counted checks passed. */
export function drawBadge(run: JudgedBody): string {
  const { passed, held } = score(run)
  return drawBadgeOf(badgeText(run), held > 0 && passed === held)
}

/** Returns the SVG of a badge's text. */
export function drawBadgeOf(text: string, isWhole: boolean): string {
  const textWidth = Math.ceil(text.length * letter) + 16
  const width = labelWidth + textWidth
  const colour = isWhole ? '#1f7a4d' : '#8a5a00'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${text}"><title>${label}: ${text}</title><clipPath id="edge"><rect width="${width}" height="20" rx="3"/></clipPath><g clip-path="url(#edge)"><rect width="${labelWidth}" height="20" fill="#444"/><rect x="${labelWidth}" width="${textWidth}" height="20" fill="${colour}"/></g><g fill="#fff" font-family="Verdana,Geneva,sans-serif" font-size="11"><text x="8" y="14">${label}</text><text x="${labelWidth + 8}" y="14" textLength="${textWidth - 16}">${text}</text></g></svg>`
}
