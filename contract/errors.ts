import * as z from 'zod/mini'

/**
 * Maps every error code to its HTTP status. The texts for people are in `messages.<language>.json`. Codes above 1000 are never
 * sent: the client sets them when no valid response arrived or the device could not store something.
 */
export const errorStatus = {
  // any call
  ValidationFailed: 400,
  Unauthenticated: 401,
  TokenExpired: 401,
  TokenInvalid: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  RequestTimeout: 408,
  BodyTooLarge: 413,
  UnsupportedMediaType: 415,
  TenantUnknown: 421,
  IdempotencyKeyReused: 422,
  IdempotencyKeyMissing: 400,
  TooManyRequests: 429,
  Unexpected: 500,
  // Never answered by this server, only by a backend that serves a part of the contract (`apiBase`). Without chunked uploads
  // (`uploads.ts`), pages send pictures whole. For any other call they show the text of this code.
  NotImplemented: 501,
  Overloaded: 503,
  // a database, a bucket or another dependency does not answer
  ServiceUnavailable: 503,
  IdentityUnavailable: 503,
  StorageFull: 507,
  NoResponse: 1001,
  DeviceFull: 1002,
  MemoryLost: 1003,
  // search
  EventNotFound: 404,
  PhotoNotFound: 404,
  TagNotFound: 404,
  ShareNotFound: 404,
  BibInvalid: 422,
  CompetitorNotFound: 404,
  RunnerAmbiguous: 422,
  SelfieNotFound: 404,
  TokenScope: 403,
  // face pictures
  FileTooBig: 413,
  FileEmpty: 422,
  FileMissing: 400,
  NotAnImage: 415,
  ImageDamaged: 422,
  TooManyPixels: 422,
  FaceNotFound: 422,
  SeveralFaces: 422,
  FaceUnclear: 422,
  SelfieForgotten: 410,
  EventAhead: 409,
  FaceSearchOff: 409,
  // chunked uploads of face pictures
  UploadNotFound: 404,
  UploadExpired: 410,
  UploadMismatch: 409,
  UploadOffset: 409,
  UploadIncomplete: 409,
  ChecksumMismatch: 422,
  UploadProtocol: 412,
  // cart
  ProductNotFound: 404,
  ProductAlreadyInCart: 409,
  AlreadyBought: 409,
  GiftAlreadyBought: 409,
  /** The same package was ordered with the same e-mail: `checkOut` with `orderAgain` orders it once more. */
  AlreadyOrdered: 409,
  PhotoInsidePackage: 409,
  PhotoInsideFramedPackage: 409,
  PhotoRequired: 422,
  PersonRequired: 422,
  CartNotFound: 404,
  CartDeleted: 410,
  CartProcessed: 409,
  CartOwned: 401,
  CartEmpty: 409,
  CartTooLarge: 422,
  CurrencyMismatch: 422,
  CustomerMissing: 422,
  EmailInvalid: 422,
  EmailNotAscii: 422,
  PriceChanged: 409,
  // promo codes
  PromoConflict: 409,
  PromoExpired: 410,
  PromoInactive: 403,
  PromoExhausted: 409,
  PromoNotFound: 404,
  PromoNotApplicable: 422,
  // payment and delivery
  OrderNotFound: 404,
  InvoiceNotFound: 404,
  InvoicePaid: 409,
  InvoiceCanceled: 409,
  PaymentInProgress: 409,
  PaymentTypeUnknown: 422,
  ReturnUrlNotAllowed: 422,
  ProviderUnavailable: 503,
  ProviderNotFound: 404,
  // the bank rejects it permanently: the same request fails again
  PaymentRefused: 422,
  SignatureInvalid: 401,
  ReturnSpent: 410,
  NotPaid: 403,
  ArchiveNotFound: 404,
  ArchiveLimit: 409,
  LinkExpired: 410,
  ReceiptNotFound: 404,
  PreorderNotFound: 404,
  PaymentNotFound: 404,
  // requests and push
  RequestInvalid: 422,
  SubscriptionInvalid: 422,
} as const

export type ErrorCode = keyof typeof errorStatus

export const errorCodes = Object.keys(errorStatus) as ErrorCode[]

/** Lists the statuses whose answers name in `Retry-After` the seconds before a retry makes sense. */
export const retryAfterStatuses: readonly number[] = [429, 503]

/** Codes that any call may answer, so that calls list only their own. */
export const commonErrors = [
  'ValidationFailed',
  'TenantUnknown',
  'TooManyRequests',
  'Unexpected',
  'Overloaded',
  'ServiceUnavailable',
  'StorageFull',
] as const satisfies readonly ErrorCode[]

/** Describes a failure as an RFC 9457 problem document. `errors` names the invalid fields of a request. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.optional(z.string()),
  requestId: z.optional(z.string()),
  errors: z.optional(z.array(z.object({ field: z.string(), code: z.string(), message: z.string() }))),
  /**
   * The new total of a cart after a price change (`PriceChanged`), or the address of the running attempt
   * (`PaymentInProgress`).
   */
  extra: z.optional(z.record(z.string(), z.unknown())),
})
export type Problem = z.infer<typeof Problem>

/** Returns whether an external code is part of the contract. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorStatus, code)
}
