import { listRules, notice } from '../../src/money/compliance/comply.ts'

/** Returns the rules of every market's profile as a page. */
export function writeObligations(): string {
  const rules = listRules()
  const names = [...new Set(rules.map(({ rule }) => rule))]
  const parts = names.map((name) => {
    const own = rules.filter(({ rule }) => rule === name)
    const [first] = own
    const rows = own.map(({ profile, currency, value, source, isConfirmed }) => {
      return `| ${profile} (${currency}) | ${value} | <${source}> | ${isConfirmed ? 'yes' : '**to be confirmed**'} |`
    })
    const files = (paths: readonly string[]): string => paths.map((path) => `[${path}](../${path})`).join(', ')
    return [
      `## ${name}`,
      first?.does ?? '',
      ['| profile | value | source | confirmed |', '| --- | --- | --- | --- |', ...rows].join('\n'),
      `Carried out in ${files(first?.where ?? [])}; shown by ${files([first?.test ?? ''])}.`,
    ].join('\n\n')
  })
  const head = `# Obligations

${notice}

What the profile of each market asks for, and how the service keeps it.
Where a rule's source is of another country, the rule is kept in every market, and confirmed in that country only.
\`npx qist comply\` prints the same, with the payments nearest to each limit and who answers for settings beyond it.
Written by \`npm run docs\` from \`src/money/compliance/rules.ts\` and \`src/money/obligations/profiles.ts\`.`
  return `${[head, ...parts].join('\n\n')}\n`
}
