import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { AuditLogService } from './audit-log.service.js';

@Module({ controllers: [AuditController], providers: [AuditLogService], exports: [AuditLogService] })
export class AuditModule {}
