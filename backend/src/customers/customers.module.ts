import { customerCommands } from '#domain/customers/customer.commands.js';
import { customerDecider } from '#domain/customers/customer.decider.js';
import type { CustomerDetail, CustomerList } from '#domain/customers/customer.views.js';
import { handlersOf } from '#platform/command-handling/command-handlers.js';
import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { AsMember, type Asker } from '../http/caller.js';
import { parsed } from '../http/parsed.js';
import { GetCustomer, GetCustomerHandler, ListCustomers, ListCustomersHandler, customerListForm } from './customers.query.js';

/** What may be asked, for its description. */
export const customerQuestions = { 'GET /api/customers': customerListForm };

@Controller('api/customers')
export class CustomersController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  list(@AsMember() asker: Asker, @Query() query: unknown): Promise<CustomerList> {
    return this.queries.execute(new ListCustomers(asker, parsed(customerListForm, { ...(query as object) })));
  }

  @Get(':customerId')
  customer(@AsMember() asker: Asker, @Param('customerId') customerId: string): Promise<CustomerDetail> {
    return this.queries.execute(new GetCustomer(asker, customerId));
  }
}

@Module({
  controllers: [CustomersController],
  providers: [...handlersOf(customerCommands, customerDecider), ListCustomersHandler, GetCustomerHandler],
})
export class CustomersModule {}
