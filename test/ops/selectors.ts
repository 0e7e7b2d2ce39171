/** A metric as an expression asks for it: `name{label="value"}`. */
export interface Selector {
  readonly name: string
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[]
}

/** Everything that a PromQL expression asks for. Functions and keywords are followed by a bracket or stand alone and are none. */
export function selectorsOf(expression: string): Selector[] {
  const found = expression.matchAll(/\b((?:qist|process|nodejs)_\w+|up\b)(?:\{([^}]*)\})?/g)
  return [...found].map(([, name = '', inner = '']) => ({
    name,
    matchers: [...inner.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)].map(([, label = '', operator = '', value = '']) => {
      return { label, operator, value }
    }),
  }))
}

/** The labels by which an expression adds up. */
export function groupingsOf(expression: string): string[] {
  return [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) =>
    labels.split(',').map((one) => one.trim()),
  )
}
