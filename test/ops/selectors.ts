/** A metric in an expression: `name{label="value"}`. */
export interface Selector {
  readonly name: string
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[]
}

/** Returns all metrics of a PromQL expression. Functions (before a bracket) and keywords (alone) are left out. */
export function selectorsOf(expression: string): Selector[] {
  const found = expression.matchAll(/\b((?:qist|process|nodejs)_\w+|up\b)(?:\{([^}]*)\})?/g)
  return [...found].map(([, name = '', inner = '']) => ({
    name,
    matchers: [...inner.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label = '', operator = '', value = '']) => {
      return { label, operator, value }
    }),
  }))
}

/** The labels by which an expression aggregates. */
export function groupingsOf(expression: string): string[] {
  return [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(',').map((one) => one.trim()),
  )
}
