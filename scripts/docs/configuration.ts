import { variables } from '../../src/app/config.ts'

/** The table of the environment's variables. */
export function writeConfiguration(): string {
  const rows = variables.map(({ name, fallback, meaning }) => `| \`${name}\` | ${fallback} | ${meaning} |`)
  return `# Configuration

Everything is set by the environment. A wrong value stops the start with one line for each variable that names it, its value and what
is allowed. In production \`DATABASE_URL\` and \`SECRETS_KEY\` have no default and must be set. Written by \`npm run docs\` from
\`src/app/config.ts\`.

| variable | default | meaning |
| --- | --- | --- |
${rows.join('\n')}
`
}
