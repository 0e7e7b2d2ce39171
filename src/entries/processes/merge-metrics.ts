/**
 * Merges the metrics of several processes into one text in which each name occurs once, as Prometheus requires.
 * Labels distinguish the processes.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, string[]>()
  for (const family of texts.flatMap((text) => text.split(/^(?=# HELP )/m))) {
    const [help = '', type = '', ...values] = family.split('\n').filter((line) => line !== '')
    if (help === '') continue
    const head = `${help}\n${type}`
    families.set(head, [...(families.get(head) ?? []), ...values])
  }
  return [...families].map(([head, values]) => `${[head, ...values].join('\n')}\n`).join('\n')
}
