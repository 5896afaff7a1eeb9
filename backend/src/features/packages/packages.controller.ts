import { Body, Controller, Header, Query } from '@nestjs/common';
import {
  type PackageList,
  PackageQuery,
  type ResolvedPackages,
  ResolvePackages,
} from '@studio/contract/http/packages';
import { routes } from '@studio/contract/routes';
import { Endpoint } from '../../common/http/endpoint.js';
import { PackagesService } from './packages.service.js';

@Controller()
export class PackagesController {
  constructor(private readonly packages: PackagesService) {}

  @Endpoint(routes.searchPackages)
  @Header('cache-control', 'no-cache')
  async search(@Query({ schema: PackageQuery }) { search }: PackageQuery): Promise<PackageList> {
    return { packages: await this.packages.search(search) };
  }

  @Endpoint(routes.resolvePackages)
  resolve(@Body({ schema: ResolvePackages }) asked: ResolvePackages): Promise<ResolvedPackages> {
    return this.packages.resolve(asked);
  }
}
