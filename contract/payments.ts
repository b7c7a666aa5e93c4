import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Money } from './common.ts'
import { PaymentState } from './invoices.ts'

export const getProviderOrder = defineCall({
  service: 'payments',
  name: 'getProviderOrder',
  summary: 'Returns the order of an invoice number to the external payment provider',
  method: 'GET',
  path: '/payments/:invoiceNumber',
  auth: 'any',
  device: true,
  params: z.object({ invoiceNumber: z.string().check(z.maxLength(64)) }),
  status: 200,
  answer: z.object({ invoiceNumber: z.string(), state: PaymentState, amount: Money }),
  errors: ['PaymentNotFound', 'TokenExpired', 'TokenInvalid', 'IdentityUnavailable'],
})
