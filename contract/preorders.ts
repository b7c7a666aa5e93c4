import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id } from './common.ts'
import { OrderItem, OrderState } from './orders.ts'

export const getPreorderDetails = defineCall({
  service: 'preorders',
  name: 'getPreorderDetails',
  summary: 'Returns a package that was bought before the photos exist',
  method: 'GET',
  path: '/preorders/:preorderId/details',
  auth: 'any',
  device: true,
  params: z.object({ preorderId: Id }),
  status: 200,
  answer: z.object({
    catalogId: Id,
    state: OrderState,
    email: z.string(),
    number: z.string(),
    items: z.array(OrderItem),
  }),
  errors: ['PreorderNotFound', 'TokenExpired', 'TokenInvalid', 'IdentityUnavailable'],
})
