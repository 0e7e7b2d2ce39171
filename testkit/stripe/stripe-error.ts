/** An error in Stripe's shape: https://docs.stripe.com/api/errors. */
export class StripeStubError extends Error {
  readonly status: number
  readonly body: { readonly error: Readonly<Record<string, unknown>> }

  constructor(status: number, error: Readonly<Record<string, unknown>>) {
    super(String(error['message'] ?? error['code']))
    this.status = status
    this.body = { error }
  }
}

/** Returns the error of a wrong request, by default with status 400. */
export function invalid(code: string, message: string, param?: string, status = 400): StripeStubError {
  return new StripeStubError(status, { type: 'invalid_request_error', code, message, param })
}
