import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditEntries, AuditLog } from './audit-log.service.js';

@Module({ controllers: [AuditController], providers: [AuditLog, AuditEntries], exports: [AuditLog] })
export class AuditModule {}
