import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditEntries } from './audit-entries.service.js';
import { AuditLog } from './audit-log.service.js';

@Module({ controllers: [AuditController], providers: [AuditLog, AuditEntries], exports: [AuditLog] })
export class AuditModule {}
