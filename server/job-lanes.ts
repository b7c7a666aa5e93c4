import type { Lane } from './platform/jobs/jobs.ts'

/**
 * Lists the lanes of background jobs: a slow relay, bank or zip delays only its own lane. Lanes that wait for other services
 * run more jobs concurrently than lanes that occupy the processor or the disk.
 */
export const jobLanes: readonly Lane[] = [
  {
    name: 'payments',
    kinds: ['payments.ask-bank', 'payments.end-unpaid', 'sandbox-bank.notify'],
    concurrency: 4,
  },
  {
    name: 'receipts',
    kinds: ['payments.refund', 'payments.settle-prepayment', 'receipts.write', 'receipts.write-refund'],
    concurrency: 4,
  },
  {
    name: 'letters',
    kinds: ['mailing.order-completed', 'mailing.more-photos', 'mailing.gift', 'mailing.refund'],
    concurrency: 4,
  },
  // up to hundreds at once; visitors without an order can cause them
  {
    name: 'notices',
    kinds: ['mailing.photo-alert', 'mailing.request', 'push.event', 'push.send'],
    concurrency: 4,
  },
  {
    name: 'orders',
    kinds: ['orders.look-for-more', 'orders.frames-made', 'photo-gifts.deliver', 'preorders.publish'],
    concurrency: 2,
  },
  { name: 'photos', kinds: ['frame.make-ordered'], concurrency: 1 },
  // hours of computing after another face model was chosen
  { name: 'faces', kinds: ['recognition.embed-event', 'recognition.embed-photo'], concurrency: 1 },
  { name: 'archives', kinds: ['archives.pack'], concurrency: 2 },
  {
    name: 'housekeeping',
    kinds: [
      'archives.forget',
      'archives.remove-file',
      'archives.withdraw',
      'cart.sweep',
      'frame.sweep-previews',
      'http.forget-answers',
      'objects.remove-unfinished',
      'orders.forget-picture',
      'push.purge-alerts',
      'recognition.forget-selfies',
      'search.refold',
      'tenants.purge-expired',
    ],
    concurrency: 1,
  },
]
