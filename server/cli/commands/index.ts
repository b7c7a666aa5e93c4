import type { Command } from '../command.ts'
import { coverEventCommand } from './event-cover.ts'
import { createEventCommand } from './event-create.ts'
import { listEventsCommand, showEventCommand } from './event-list.ts'
import { eraseFacesCommand } from './faces.ts'
import { addFrameCommand } from './frame.ts'
import { ingestCommand } from './ingest.ts'
import { closePreordersCommand, openPreordersCommand, publishPreordersCommand } from './preorder.ts'
import { createPromoCommand, listPromosCommand } from './promo.ts'
import { refundCommand } from './refund.ts'
import { importStartListCommand } from './start-list.ts'
import {
  addTenantCommand,
  checkTenantCommand,
  listTenantsCommand,
  removeTenantCommand,
  showTenantCommand,
} from './tenant.ts'
import { newTenantCommand } from './tenant-new.ts'

/** Everything that the command line can do. */
export const commands: readonly Command[] = [
  createEventCommand,
  listEventsCommand,
  showEventCommand,
  coverEventCommand,
  importStartListCommand,
  ingestCommand,
  eraseFacesCommand,
  addFrameCommand,
  openPreordersCommand,
  closePreordersCommand,
  publishPreordersCommand,
  newTenantCommand,
  listTenantsCommand,
  showTenantCommand,
  checkTenantCommand,
  addTenantCommand,
  removeTenantCommand,
  createPromoCommand,
  listPromosCommand,
  refundCommand,
]
